-- CREATE EXTENSION isobit runs this script.
\echo Use "CREATE EXTENSION isobit" to load this file. \quit

-- The type: an exact sum as bytes. Equal sums have equal bytes, so bytea's comparisons are right.
CREATE TYPE isobit_state;
CREATE FUNCTION isobit_state_in(cstring) RETURNS isobit_state
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION isobit_state_out(isobit_state) RETURNS cstring AS 'byteaout' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION isobit_state_receive(internal) RETURNS isobit_state
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION isobit_state_send(isobit_state) RETURNS bytea AS 'byteasend' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE isobit_state (
  INPUT = isobit_state_in, OUTPUT = isobit_state_out, RECEIVE = isobit_state_receive, SEND = isobit_state_send,
  INTERNALLENGTH = VARIABLE, STORAGE = extended);
CREATE FUNCTION isobit_state(bytea) RETURNS isobit_state
  AS 'MODULE_PATHNAME', 'isobit_state_of_bytes' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE CAST (bytea AS isobit_state) WITH FUNCTION isobit_state(bytea) AS ASSIGNMENT;
CREATE CAST (isobit_state AS bytea) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE FUNCTION isobit_state_equal(isobit_state, isobit_state) RETURNS boolean
  AS 'byteaeq' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
CREATE FUNCTION isobit_state_differs(isobit_state, isobit_state) RETURNS boolean
  AS 'byteane' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
CREATE FUNCTION isobit_state_hash(isobit_state) RETURNS integer
  AS 'hashvarlena' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
CREATE OPERATOR = (LEFTARG = isobit_state, RIGHTARG = isobit_state, FUNCTION = isobit_state_equal,
  COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR <> (LEFTARG = isobit_state, RIGHTARG = isobit_state, FUNCTION = isobit_state_differs,
  COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR CLASS isobit_state_ops DEFAULT FOR TYPE isobit_state USING hash AS
  OPERATOR 1 =, FUNCTION 1 isobit_state_hash(isobit_state);
CREATE FUNCTION exact_value(isobit_state) RETURNS double precision
  AS 'MODULE_PATHNAME', 'isobit_state_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- What workers exchange.
CREATE FUNCTION isobit_combine(internal, internal) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_pack(internal) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION isobit_unpack(bytea, internal) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- Transitions: of groups (add), and of frames that move (enter, leave).
CREATE FUNCTION isobit_add_values_float8(internal, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_enter_values_float8(internal, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_leave_values_float8(internal, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_add_values_float4(internal, real) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_enter_values_float4(internal, real) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_leave_values_float4(internal, real) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_add_moments_float8(internal, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_enter_moments_float8(internal, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_leave_moments_float8(internal, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_add_moments_float4(internal, real) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_enter_moments_float4(internal, real) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_leave_moments_float4(internal, real) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_add_products_float8(internal, double precision, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_enter_products_float8(internal, double precision, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_leave_products_float8(internal, double precision, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_add_state(internal, isobit_state) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_enter_state(internal, isobit_state) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_leave_state(internal, isobit_state) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;

-- Results: of groups (finish), and of frames.
CREATE FUNCTION isobit_finish_sum(internal) RETURNS double precision AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_frame_sum(internal) RETURNS double precision AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_finish_float_sum(internal) RETURNS real AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_frame_float_sum(internal) RETURNS real AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_finish_mean(internal) RETURNS double precision AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_frame_mean(internal) RETURNS double precision AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_finish_variance(internal) RETURNS double precision AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_frame_variance(internal) RETURNS double precision AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_finish_deviation(internal) RETURNS double precision AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_frame_deviation(internal) RETURNS double precision AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_finish_state(internal) RETURNS isobit_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_frame_state(internal) RETURNS isobit_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;

-- The aggregates. Those with the same transition share one state in a query.
CREATE AGGREGATE exact_sum(double precision) (
  SFUNC = isobit_add_values_float8, STYPE = internal, SSPACE = 600, FINALFUNC = isobit_finish_sum,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_values_float8, MINVFUNC = isobit_leave_values_float8, MSTYPE = internal, MSSPACE = 600,
  MFINALFUNC = isobit_frame_sum, PARALLEL = SAFE);
CREATE AGGREGATE exact_avg(double precision) (
  SFUNC = isobit_add_values_float8, STYPE = internal, SSPACE = 600, FINALFUNC = isobit_finish_mean,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_values_float8, MINVFUNC = isobit_leave_values_float8, MSTYPE = internal, MSSPACE = 600,
  MFINALFUNC = isobit_frame_mean, PARALLEL = SAFE);
CREATE AGGREGATE exact_var_samp(double precision) (
  SFUNC = isobit_add_moments_float8, STYPE = internal, SSPACE = 1800, FINALFUNC = isobit_finish_variance,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_moments_float8, MINVFUNC = isobit_leave_moments_float8, MSTYPE = internal, MSSPACE = 1800,
  MFINALFUNC = isobit_frame_variance, PARALLEL = SAFE);
CREATE AGGREGATE exact_stddev(double precision) (
  SFUNC = isobit_add_moments_float8, STYPE = internal, SSPACE = 1800, FINALFUNC = isobit_finish_deviation,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_moments_float8, MINVFUNC = isobit_leave_moments_float8, MSTYPE = internal, MSSPACE = 1800,
  MFINALFUNC = isobit_frame_deviation, PARALLEL = SAFE);
-- Also of real: were there one of its own, an integer beside a real would be rounded to it.
CREATE AGGREGATE exact_dot(double precision, double precision) (
  SFUNC = isobit_add_products_float8, STYPE = internal, SSPACE = 1200, FINALFUNC = isobit_finish_sum,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_products_float8, MINVFUNC = isobit_leave_products_float8, MSTYPE = internal, MSSPACE = 1200,
  MFINALFUNC = isobit_frame_sum, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(double precision) (
  SFUNC = isobit_add_values_float8, STYPE = internal, SSPACE = 600, FINALFUNC = isobit_finish_state,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_values_float8, MINVFUNC = isobit_leave_values_float8, MSTYPE = internal, MSSPACE = 600,
  MFINALFUNC = isobit_frame_state, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(double precision, double precision) (
  SFUNC = isobit_add_products_float8, STYPE = internal, SSPACE = 1200, FINALFUNC = isobit_finish_state,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_products_float8, MINVFUNC = isobit_leave_products_float8, MSTYPE = internal, MSSPACE = 1200,
  MFINALFUNC = isobit_frame_state, PARALLEL = SAFE);
CREATE AGGREGATE exact_sum(real) (
  SFUNC = isobit_add_values_float4, STYPE = internal, SSPACE = 600, FINALFUNC = isobit_finish_float_sum,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_values_float4, MINVFUNC = isobit_leave_values_float4, MSTYPE = internal, MSSPACE = 600,
  MFINALFUNC = isobit_frame_float_sum, PARALLEL = SAFE);
CREATE AGGREGATE exact_avg(real) (
  SFUNC = isobit_add_values_float4, STYPE = internal, SSPACE = 600, FINALFUNC = isobit_finish_mean,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_values_float4, MINVFUNC = isobit_leave_values_float4, MSTYPE = internal, MSSPACE = 600,
  MFINALFUNC = isobit_frame_mean, PARALLEL = SAFE);
CREATE AGGREGATE exact_var_samp(real) (
  SFUNC = isobit_add_moments_float4, STYPE = internal, SSPACE = 1800, FINALFUNC = isobit_finish_variance,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_moments_float4, MINVFUNC = isobit_leave_moments_float4, MSTYPE = internal, MSSPACE = 1800,
  MFINALFUNC = isobit_frame_variance, PARALLEL = SAFE);
CREATE AGGREGATE exact_stddev(real) (
  SFUNC = isobit_add_moments_float4, STYPE = internal, SSPACE = 1800, FINALFUNC = isobit_finish_deviation,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_moments_float4, MINVFUNC = isobit_leave_moments_float4, MSTYPE = internal, MSSPACE = 1800,
  MFINALFUNC = isobit_frame_deviation, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(real) (
  SFUNC = isobit_add_values_float4, STYPE = internal, SSPACE = 600, FINALFUNC = isobit_finish_state,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_values_float4, MINVFUNC = isobit_leave_values_float4, MSTYPE = internal, MSSPACE = 600,
  MFINALFUNC = isobit_frame_state, PARALLEL = SAFE);
CREATE AGGREGATE exact_merge(isobit_state) (
  SFUNC = isobit_add_state, STYPE = internal, SSPACE = 1200, FINALFUNC = isobit_finish_state,
  COMBINEFUNC = isobit_combine, SERIALFUNC = isobit_pack, DESERIALFUNC = isobit_unpack,
  MSFUNC = isobit_enter_state, MINVFUNC = isobit_leave_state, MSTYPE = internal, MSSPACE = 1200,
  MFINALFUNC = isobit_frame_state, PARALLEL = SAFE);

-- numeric and bigint would be rounded on their way to double precision: refused, also where there is no row.
CREATE FUNCTION isobit_refuse(internal) RETURNS double precision
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_refuse(internal, numeric) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_refuse(internal, bigint) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_refuse(internal, numeric, numeric) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_refuse(internal, numeric, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_refuse(internal, double precision, numeric) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_refuse(internal, bigint, bigint) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_refuse(internal, bigint, double precision) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION isobit_refuse(internal, double precision, bigint) RETURNS internal
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE exact_sum(numeric) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_avg(numeric) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_var_samp(numeric) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_stddev(numeric) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(numeric) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_sum(bigint) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_avg(bigint) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_var_samp(bigint) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_stddev(bigint) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(bigint) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_dot(numeric, numeric) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(numeric, numeric) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_dot(numeric, double precision) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(numeric, double precision) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_dot(double precision, numeric) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(double precision, numeric) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_dot(bigint, bigint) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(bigint, bigint) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_dot(bigint, double precision) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(bigint, double precision) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_dot(double precision, bigint) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
CREATE AGGREGATE exact_state(double precision, bigint) (
  SFUNC = isobit_refuse, STYPE = internal, FINALFUNC = isobit_refuse, PARALLEL = SAFE);
