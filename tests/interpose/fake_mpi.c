/* So much of another MPI than the library was built for as a program needs to be refused. */

#include <stdlib.h>
#include <string.h>

int PMPI_Get_library_version(char* version, int* length);
int PMPI_Init(int* argc, char*** argv);
int MPI_Init(int* argc, char*** argv);

int PMPI_Get_library_version(char* version, int* length) {
  strcpy(version, FAKE_MPI " 1.2.3, a fake\nand a second line");
  *length = (int)strlen(version);
  return 0;
}

/* The end: what is to be refused must be refused before. */
int PMPI_Init(int* argc, char*** argv) {
  (void)argc;
  (void)argv;
  exit(0);
}

int MPI_Init(int* argc, char*** argv) { return PMPI_Init(argc, argv); }
