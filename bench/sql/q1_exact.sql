SELECT returnflag, linestatus, exact_sum(quantity), exact_sum(extendedprice), exact_sum(extendedprice * (1 - discount)),
       exact_sum(extendedprice * (1 - discount) * (1 + tax)), exact_avg(quantity), exact_avg(extendedprice), exact_avg(discount), count(*)
FROM lineitem
WHERE shipdate <= DATE '1998-09-02'
GROUP BY returnflag, linestatus
ORDER BY returnflag, linestatus
