SELECT returnflag, linestatus, sum(quantity), sum(extendedprice), sum(extendedprice * (1 - discount)),
       sum(extendedprice * (1 - discount) * (1 + tax)), avg(quantity), avg(extendedprice), avg(discount), count(*)
FROM lineitem
WHERE shipdate <= DATE '1998-09-02'
GROUP BY returnflag, linestatus
ORDER BY returnflag, linestatus
