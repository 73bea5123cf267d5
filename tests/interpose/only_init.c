/* A program that needs no more of an MPI than that. */

int MPI_Init(int* argc, char*** argv);

int main(int argc, char** argv) { return MPI_Init(&argc, &argv); }
