# One line per operation of R's linear algebra: its name and the hash of the bits it gives.
n <- 100
state <- 7
# Numbers that no library had a part in.
draw <- function(rows, columns) {
  values <- numeric(rows * columns)
  for (i in seq_along(values)) {
    state <<- (state * 16807) %% 2147483647
    values[i] <- state / 2^28 - 4
  }
  matrix(values, rows, columns)
}
show <- function(name, result) {
  file <- tempfile()
  numbers <- unlist(result)
  if (is.complex(numbers)) numbers <- c(Re(numbers), Im(numbers))
  writeBin(as.double(numbers), file)
  cat(name, unname(tools::md5sum(file)), "\n")
  unlink(file)
}

a <- draw(n, n)
tall <- draw(2 * n, n)
b <- draw(2 * n, 5)
z <- a + 1i * draw(n, n)
symmetric <- a + t(a)
hermitian <- z + Conj(t(z))
definite <- symmetric / 64 + diag(8 * n, n)

show("svd", svd(a))
show("svd_of_a_tall_matrix", svd(tall))
show("complex_svd", svd(z))
show("symmetric_eigen", eigen(symmetric, symmetric = TRUE))
show("eigen", eigen(a))
show("hermitian_eigen", eigen(hermitian, symmetric = TRUE))
show("complex_eigen", eigen(z))
show("qr", qr(tall)$qr)
show("qr_by_LAPACK", qr.Q(qr(tall, LAPACK = TRUE)))
show("complex_qr", qr(z)$qr)
show("solve", solve(a, b[1:n, ]))
show("complex_solve", solve(z, b[1:n, ]))
show("inverse", solve(a))
show("det", determinant(a)$modulus)
show("chol", chol(definite))
show("chol2inv", chol2inv(chol(definite)))
show("chol_with_pivots", chol(definite, pivot = TRUE))
show("product", a %*% b[1:n, ])
show("crossprod", crossprod(tall))
show("backsolve", backsolve(definite, b[1:n, ]))
show("lm", coef(lm(b[, 1] ~ tall[, 1:20])))
show("norm", norm(a, "2"))
show("rcond", rcond(a))
show("kappa", kappa(a, exact = TRUE))
