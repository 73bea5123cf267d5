-- Rows like those of TPC-H's lineitem, with doubles for decimals: the same ones everywhere.
DROP TABLE IF EXISTS lineitem;
CREATE TABLE lineitem AS
SELECT CASE WHEN i % 4 = 0 THEN 'A' WHEN i % 4 = 1 THEN 'R' ELSE 'N' END AS returnflag,
       CASE WHEN i % 4 < 2 OR i % 97 = 0 THEN 'F' ELSE 'O' END AS linestatus,
       (i * 7919 % 50 + 1)::double precision AS quantity,
       ((i * 104729 % 9400000) + 90000) / 100.0::double precision AS extendedprice,
       (i * 31 % 11) / 100.0::double precision AS discount,
       (i * 17 % 9) / 100.0::double precision AS tax,
       DATE '1992-01-01' + (i * 13 % 2500)::integer AS shipdate
FROM generate_series(1::bigint, :rows::bigint) AS s(i);
