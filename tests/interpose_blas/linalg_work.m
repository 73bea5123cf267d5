% One line per operation of Octave's linear algebra: its name and the hash of the bits it gives.
1;
% Numbers that no library had a part in.
function values = draw(rows, columns)
  persistent state = 7;
  values = zeros(rows, columns);
  for i = 1:numel(values)
    state = mod(state * 16807, 2147483647);
    values(i) = state / 2^28 - 4;
  end
end
function show(name, varargin)
  bytes = uint8([]);
  for i = 1:numel(varargin)
    numbers = full(varargin{i});
    bytes = [bytes, typecast([real(numbers(:)).', imag(numbers(:)).'], "uint8")];
  end
  printf("%s %s\n", name, hash("md5", char(bytes)));
end

n = 100;
a = draw(n, n); tall = draw(2 * n, n); b = draw(2 * n, 5); z = a + 1i * draw(n, n);
for kind = {"double", "single", "complex", "complex_single"}
  kind = kind{1};
  convert = @(x) x;
  if any(strfind(kind, "single")) convert = @single; end
  if any(strfind(kind, "complex")) m = convert(z); else m = convert(a); end
  t = convert(tall); right = convert(b);
  symmetric = m + m'; definite = symmetric / 64 + 8 * n * eye(n, class(m));
  name = @(operation) [kind, " ", operation];
  [u, s, v] = svd(m);                 show(name("svd"), u, s, v);
  [u, s, v] = svd(t, "econ");         show(name("svd_of_a_tall_matrix"), u, s, v);
  show(name("singular_values"), svd(m));
  [v, d] = eig(m);                    show(name("eig"), v, d);
  show(name("eigenvalues"), eig(m));
  [v, d] = eig(symmetric);            show(name("symmetric_eig"), v, d);
  [v, d] = eig(m, definite);          show(name("generalised_eig"), v, d);
  [q, r] = qr(t);                     show(name("qr"), q, r);
  [q, r, p] = qr(t, 0);               show(name("qr_with_pivots"), q, r, p);
  show(name("solve"), m \ right(1:n, :));
  show(name("least_squares"), t \ right);
  show(name("inv"), inv(m));
  show(name("pinv"), pinv(t));
  show(name("det"), det(m(1:20, 1:20)));
  show(name("chol"), chol(definite));
  [l, u, p] = lu(t);                  show(name("lu"), l, u, p);
  [u, s] = schur(m);                  show(name("schur"), u, s);
  [p, h] = hess(m);                   show(name("hess"), p, h);
  show(name("expm"), expm(m / 16));
  show(name("logm"), logm(definite));
  show(name("sqrtm"), sqrtm(m));
  show(name("null"), null(t'));
  show(name("orth"), orth(t));
  show(name("rank"), double(rank(t)));
  show(name("norm"), norm(m));
  show(name("product"), m * right(1:n, :));
end
