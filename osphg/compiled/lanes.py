"""Eight points side by side: what compiled loops compute with in the processor's vector registers.

A processor computes eight numbers as fast as one if they stand in the eight lanes of a vector
register. So a loop may take eight points of R^n at a time: `Lanes(n)` is a type of numba, n vectors
of eight lanes each. Number l of vector i is coordinate i of the point in lane l. `Lanes(1)` are
eight numbers, one for each lane.

A compiler makes such vectors of a plain loop where it can prove that nothing stands in the way, and
of a sum only if it may add in any order. Here they are written down, and so is the order of every
sum. It is the same on all processors: where registers hold fewer than eight numbers, LLVM takes
several of them for a vector.

The functions below are for compiled code, which calls them as any other function; n is known there
when it is compiled, and each operation becomes its n instructions, or n^2, without a loop. numba
calls a decorated function with the types of the arguments, after one, `typing`, that nobody needs
here. It returns the signature, `result type(argument types)`, and a function that writes the
instructions: of numba's `context`, the `builder` to write with, the `signature` and the `arguments`
in LLVM's form. Compiled code calls it with the arguments alone.

This module imports numba. So it is imported where something is compiled, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import extending, types
from numba.core import cgutils, errors

from osphg.checks import FloatArray
from osphg.compiled.jit import compile_part

LANES = 8
_BYTES = 8 * LANES  # of a vector: the address where one is loaded is a multiple of that
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_UNDEFINED = ir.Constant(_VECTOR, ir.Undefined)
_ZEROS = ir.Constant(_VECTOR, [0.0] * LANES)
_ONES = ir.Constant(_VECTOR, [1.0] * LANES)
_INT32 = ir.IntType(32)
# Up to this n all entries of H_t and h_t are kept in registers while oracles are taken through a
# round. There are too few registers for more, and loading a number into all lanes takes no longer
# than loading a vector.
_COEFFICIENTS_IN_REGISTERS = 3

# What it decorates is called by compiled code alone, with other arguments than its own.
intrinsic: Callable[[Callable[..., Any]], Callable[..., Any]] = extending.intrinsic


class Lanes(types.Type):
    """The type of eight points of R^n, one in each lane.

    Parameters
    ----------
    n : int
        The dimension; 1 for eight numbers.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        super().__init__(name=f"Lanes({n})")


@extending.register_model(Lanes)
class _LanesModel(extending.models.PrimitiveModel):
    """The form that `Lanes(n)` has in LLVM: n vectors."""

    def __init__(self, manager: Any, lanes: Lanes) -> None:
        super().__init__(manager, lanes, ir.ArrayType(_VECTOR, lanes.n))


@intrinsic
def align_stack(typing: Any) -> Any:
    """Have the vectors that find no place in registers lie at addresses that 64 divides.

    It is for the whole function that calls it, which must not become part of another one: that
    would have a stack of its own. Hence "noinline".
    """

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.function.attributes.alignstack = _BYTES
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), write


# Between arrays and lanes.


@compile_part
def empty_lanes(count: int) -> FloatArray:
    """Return an array for numbers in lanes, (count, 1, LANES), with whatever stands in it.

    It begins at an address that 64 divides, as vectors are loaded from it.
    """
    size = count * LANES
    numbers = np.empty(size + LANES)
    before = (-numbers.ctypes.data // 8) % LANES  # so many numbers of 8 bytes precede that address
    return numbers[before : before + size].reshape((count, 1, LANES))


def into_lanes(V: FloatArray, n: int) -> FloatArray:
    """Return an array (rows, n, LANES) with the K columns of V (n, K); rows is K/8, rounded up.

    n is given, as a number that is known when it is compiled makes that quicker.

    Lane l has the columns from l K/8 on, rounded down, before those of lane l + 1: one in a row.
    So lanes differ by one column at most, and places are left over in the last row alone; there
    are zeros.
    """
    K = V.shape[1]
    rows = (K + LANES - 1) // LANES
    lanes = empty_lanes(rows * n).reshape((rows, n, LANES))
    for lane in range(LANES):
        for i in range(n):
            lanes[rows - 1, i, lane] = 0.0
        first = lane * K // LANES  # the columns first..(that of the next lane)-1 are this lane's
        for k in range(first, (lane + 1) * K // LANES):
            for i in range(n):
                lanes[k - first, i, lane] = V[i, k]
    return lanes


def out_of_lanes(lanes: FloatArray, V: FloatArray, n: int) -> None:
    """Write the columns back to V (n, K) that `into_lanes` has taken from it; n as there."""
    K = V.shape[1]
    for lane in range(LANES):
        first = lane * K // LANES
        for k in range(first, (lane + 1) * K // LANES):
            for i in range(n):
                V[i, k] = lanes[k - first, i, lane]


@intrinsic
def load_points(typing: Any, n: Any, array: Any, j: Any) -> Any:
    """Return array[j] as points of R^n; the array is (rows, n, LANES), of `into_lanes`.

    n has to be a number that is known when the caller is compiled: it is a part of the type.
    """
    return Lanes(_known(n))(n, array, types.intp), _write_load


@intrinsic
def load_numbers(typing: Any, array: Any, j: Any) -> Any:
    """Return array[j] as numbers; the array is (rows, 1, LANES), of `into_lanes`."""
    return Lanes(1)(array, types.intp), _write_load


@intrinsic
def store_points(typing: Any, P: Any, array: Any, j: Any) -> Any:
    """Write points to array[j]; the array is (rows, n, LANES), of `into_lanes`."""
    return types.void(P, array, types.intp), _write_store


@intrinsic
def store_numbers(typing: Any, a: Any, array: Any, j: Any) -> Any:
    """Write numbers to array[j]; the array is (count, 1, LANES), of `empty_lanes`."""
    return types.void(a, array, types.intp), _write_store


@intrinsic
def zero_points(typing: Any, n: Any) -> Any:
    """Return points of R^n that are all 0."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _joined(builder, [_ZEROS] * _known(n))

    return Lanes(_known(n))(n), write


@intrinsic
def last_point(typing: Any, P: Any, x: Any) -> Any:
    """Write the point in the last lane of P, of type `Lanes(n)`, to x, an array (n,)."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        for i, vector in enumerate(_vectors(builder, arguments[0])):
            number = builder.extract_element(vector, _INT32(LANES - 1))
            # Of entry i of x, which is argument 1, counted from 0.
            address = _address(context, builder, signature, arguments, 1, i)
            builder.store(number, address)
        return context.get_dummy_value()

    return types.void(P, x), write


# Arithmetic in each lane. P are points; a and Q may be points, numbers, or what is the same in all
# lanes: an array (n,) for a point, or a float. An array is read from memory each time.


@intrinsic
def add(typing: Any, P: Any, Q: Any) -> Any:
    """Return P + Q."""
    return P(P, Q), _in_each_coordinate(lambda builder, p, q: builder.fadd(p, q))


@intrinsic
def subtract(typing: Any, P: Any, Q: Any) -> Any:
    """Return P - Q."""
    return P(P, Q), _in_each_coordinate(lambda builder, p, q: builder.fsub(p, q))


@intrinsic
def multiply(typing: Any, a: Any, P: Any) -> Any:
    """Return a P."""
    return P(a, P), _in_each_coordinate(lambda builder, a, p: builder.fmul(a, p))


@intrinsic
def multiply_add(typing: Any, a: Any, P: Any, Q: Any) -> Any:
    """Return a P + Q, rounded once where the processor can."""
    return P(a, P, Q), _in_each_coordinate(_write_multiply_add)


@intrinsic
def clip(typing: Any, P: Any, low: Any, high: Any) -> Any:
    """Return min(max(P, low), high)."""

    def write_one(builder: Any, p: Any, low: Any, high: Any) -> Any:
        raised = builder.select(builder.fcmp_ordered(">", p, low), p, low)
        return builder.select(builder.fcmp_ordered("<", raised, high), raised, high)

    return P(P, low, high), _in_each_coordinate(write_one)


@intrinsic
def take_off(typing: Any, a: Any, P: Any, Q: Any) -> Any:
    """Return Q - a P, rounded once where the processor can."""

    def write_one(builder: Any, a: Any, p: Any, q: Any) -> Any:
        return _write_multiply_add(builder, builder.fneg(a), p, q)

    return P(a, P, Q), _in_each_coordinate(write_one)


@intrinsic
def divide(typing: Any, P: Any, Q: Any) -> Any:
    """Return P / Q; a division by 0 gives an infinite number, or nan, and no error."""
    return P(P, Q), _in_each_coordinate(lambda builder, p, q: builder.fdiv(p, q))


@intrinsic
def negative(typing: Any, P: Any) -> Any:
    """Return -P."""
    return P(P), _in_each_coordinate(lambda builder, p: builder.fneg(p))


@intrinsic
def size_of(typing: Any, P: Any) -> Any:
    """Return each number without its sign."""
    return P(P), _in_each_coordinate(_function_of_llvm("fabs"))


@intrinsic
def larger_one(typing: Any, P: Any, Q: Any) -> Any:
    """Return the larger one of two numbers."""
    return P(P, Q), _in_each_coordinate(_selecting(">"))


@intrinsic
def smaller_one(typing: Any, P: Any, Q: Any) -> Any:
    """Return the smaller one of two numbers."""
    return P(P, Q), _in_each_coordinate(_selecting("<"))


# Questions, for lanes that differ in what is to be done. An answer is a number in each lane: 1 for
# yes and 0 for no, also where nan is compared.


@intrinsic
def is_larger(typing: Any, P: Any, Q: Any) -> Any:
    """Return whether P > Q."""
    return P(P, Q), _in_each_coordinate(_comparing(">"))


@intrinsic
def is_smaller(typing: Any, P: Any, Q: Any) -> Any:
    """Return whether P < Q."""
    return P(P, Q), _in_each_coordinate(_comparing("<"))


@intrinsic
def both(typing: Any, P: Any, Q: Any) -> Any:
    """Return whether both answers are yes."""
    return P(P, Q), _in_each_coordinate(lambda builder, p, q: builder.fmul(p, q))


@intrinsic
def either(typing: Any, P: Any, Q: Any) -> Any:
    """Return whether one of two answers is yes, or both are."""
    return P(P, Q), _in_each_coordinate(_selecting(">"))


@intrinsic
def but_not(typing: Any, P: Any, Q: Any) -> Any:
    """Return whether the answer P is yes, and Q is no."""

    def write_one(builder: Any, p: Any, q: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", q, _ZEROS), _ZEROS, p)

    return P(P, Q), _in_each_coordinate(write_one)


@intrinsic
def choose(typing: Any, answer: Any, P: Any, Q: Any) -> Any:
    """Return P where the answer is yes, and Q where it is no."""

    def write_one(builder: Any, answer: Any, p: Any, q: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", answer, _ZEROS), p, q)

    return answer(answer, P, Q), _in_each_coordinate(write_one)


@intrinsic
def is_any(typing: Any, answer: Any) -> Any:
    """Return whether the answer is yes in any lane."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (vector,) = _vectors(builder, arguments[0])
        bits = builder.fcmp_ordered(">", vector, _ZEROS)  # one for each lane
        number = builder.bitcast(bits, ir.IntType(LANES))
        return builder.icmp_unsigned("!=", number, ir.Constant(number.type, 0))

    return types.boolean(answer), write


@intrinsic
def quadratic_slopes(typing: Any, H: Any, h: Any, t: Any, P: Any) -> Any:
    """Return H_t x + h_t for each of the eight points x in P; H is (T, n, n) and h is (T, n).

    t, an integer, is a round counted from 0. The arguments here are types: P is `Lanes(n)`, and so
    is the result.

    Each sum is taken in the order of its terms, h_t before H_t x.
    """

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Write the sums; `arguments` are H, h, t and the points P, whose n is `P.n`."""
        x = _vectors(builder, arguments[3])
        t = arguments[2]

        def coefficient(array: int, *index: Any) -> Any:
            """Return an entry of H or h, which are arguments 0 and 1, in all lanes."""
            number = _entry(context, builder, signature, arguments, array, t, *index)
            if P.n <= _COEFFICIENTS_IN_REGISTERS:
                # "invariant" says that nobody writes to H and h: LLVM loads the number once, and
                # keeps it in a register. For a larger n there are too few registers, and loading a
                # number into all lanes takes no longer than loading a vector.
                number.set_metadata("invariant.load", builder.module.add_metadata([]))
            return _in_all_lanes(builder, number)

        slopes = []
        for i in range(P.n):
            slope = coefficient(1, i)
            for j in range(P.n):
                slope = _write_multiply_add(builder, coefficient(0, i, j), x[j], slope)
            slopes.append(slope)
        return _joined(builder, slopes)

    return P(H, h, types.intp, P), write


# Across the lanes.


@intrinsic
def sums_up_to_lane(typing: Any, P: Any) -> Any:
    """Return in each lane the sum of the points in this lane and in all lanes before it."""

    def write_one(builder: Any, p: Any) -> Any:
        # Each step adds to every lane what the lane `points_in_sum` before it has, 0 where there is
        # none. So it doubles how many points the sums have, from one up to all: three additions
        # that wait for each other, not seven.
        points_in_sum = 1
        while points_in_sum < LANES:
            p = builder.fadd(p, _from_lane_before(builder, p, points_in_sum))
            points_in_sum *= 2
        return p

    return P(P), _in_each_coordinate(write_one)


@intrinsic
def from_lane_before(typing: Any, P: Any) -> Any:
    """Return in each lane the point of the lane before it, and 0 in the first."""
    return P(P), _in_each_coordinate(lambda builder, p: _from_lane_before(builder, p, 1))


# What writes the instructions. A `vector` here is LLVM's, of eight numbers.


def _known(n: Any) -> int:
    """Return the number that n is; numba has to know it, as it does of a constant."""
    if not isinstance(n, types.IntegerLiteral):
        raise errors.RequireLiteralValue(n)
    return int(n.literal_value)


def _vectors(builder: Any, lanes: Any) -> list[Any]:
    """Return the n vectors of points; of numbers the one that they are."""
    return [builder.extract_value(lanes, i) for i in range(lanes.type.count)]


def _joined(builder: Any, vectors: Sequence[Any]) -> Any:
    """Return the points, or numbers, that have these vectors."""
    lanes = ir.Constant(ir.ArrayType(_VECTOR, len(vectors)), ir.Undefined)
    for i, vector in enumerate(vectors):
        lanes = builder.insert_value(lanes, vector, i)
    return lanes


def _in_each_coordinate(write_one: Callable[..., Any]) -> Callable[..., Any]:
    """Return what writes an operation that treats each coordinate of the points by itself.

    Arguments of the operation may be points, `Lanes(n)`; eight numbers, `Lanes(1)`, which each
    coordinate is given; arrays (n,), of whose entry i coordinate i is given a vector that has it in
    all lanes; or a float, which is in all lanes of every coordinate.

    Parameters
    ----------
    write_one : callable
        `write_one(builder, *vectors)` writes it for one coordinate and returns the resulting
        vector; it is given that coordinate's vector of each argument.

    Returns
    -------
    callable
        `write(context, builder, signature, arguments)`, as an intrinsic of numba's returns it.
    """

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Write the operation for each coordinate of the result; return the resulting points."""

        def vector(number: int, i: int) -> Any:
            """Return coordinate i of argument `number`."""
            kind = signature.args[number]
            argument = arguments[number]
            if isinstance(kind, types.Array):
                return _in_all_lanes(
                    builder, _entry(context, builder, signature, arguments, number, i)
                )
            if isinstance(kind, types.Float):
                return _in_all_lanes(builder, argument)
            return builder.extract_value(argument, i if kind.n > 1 else 0)

        numbers = range(len(arguments))
        coordinates = range(signature.return_type.n)
        return _joined(
            builder,
            [write_one(builder, *(vector(number, i) for number in numbers)) for i in coordinates],
        )

    return write


def _address(
    context: Any, builder: Any, signature: Any, arguments: Any, number: int, *index: Any
) -> Any:
    """Return the address of an entry of the array that is argument `number`, counted from 0.

    The first four are what numba gives a `write`. Each index is an int or a value of LLVM.
    """
    array_type = signature.args[number]
    array = context.make_array(array_type)(context, builder, arguments[number])
    indices = [context.get_constant(types.intp, i) if isinstance(i, int) else i for i in index]
    return cgutils.get_item_pointer(context, builder, array_type, array, indices)


def _entry(
    context: Any, builder: Any, signature: Any, arguments: Any, number: int, *index: Any
) -> Any:
    """Return an entry of the array that is argument `number`, as `_address` says."""
    return builder.load(_address(context, builder, signature, arguments, number, *index))


def _address_of_row(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return the address of the vectors in row j of an array.

    The array and j are the last two arguments of whatever is written, by `load_points` and others.
    """
    number = len(arguments) - 2
    zeros = [0] * (signature.args[number].ndim - 1)
    address = _address(context, builder, signature, arguments, number, arguments[-1], *zeros)
    return builder.bitcast(address, _VECTOR.as_pointer())


def _write_load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Write the loading of points, or numbers, from row j of an array, the last two arguments."""
    address = _address_of_row(context, builder, signature, arguments)
    addresses = [builder.gep(address, [_INT32(i)]) for i in range(signature.return_type.n)]
    return _joined(builder, [builder.load(vector, align=_BYTES) for vector in addresses])


def _write_store(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Write the storing of points, or numbers, the first argument, to row j of an array."""
    # The address of the row's first vector; that of coordinate i is i vectors, of `_BYTES` bytes
    # each, behind it.
    address = _address_of_row(context, builder, signature, arguments)
    for i, vector in enumerate(_vectors(builder, arguments[0])):
        builder.store(vector, builder.gep(address, [_INT32(i)]), align=_BYTES)
    return context.get_dummy_value()  # as numba asks of what returns nothing


def _in_all_lanes(builder: Any, number: Any) -> Any:
    """Return the vector that has a number in all lanes."""
    in_first_lane = builder.insert_element(_UNDEFINED, number, _INT32(0))
    return _shuffled(builder, in_first_lane, _UNDEFINED, [0] * LANES)


def _from_lane_before(builder: Any, vector: Any, distance: int) -> Any:
    """Return in each lane the number of the lane `distance` before it; 0 where there is none."""
    # Of the two vectors that are shuffled the zeros have the numbers 0 to 7, and this one the next.
    sources = [LANES + lane - distance if lane >= distance else 0 for lane in range(LANES)]
    return _shuffled(builder, _ZEROS, vector, sources)


def _shuffled(builder: Any, first: Any, second: Any, sources: Sequence[int]) -> Any:
    """Return the vector of the entries `sources` of two vectors.

    Entries 0 to 7 are those of the first vector, 8 to 15 those of the second.
    """
    mask = ir.Constant(ir.VectorType(_INT32, LANES), list(sources))
    return builder.shuffle_vector(first, second, mask)


def _selecting(comparison: str) -> Callable[..., Any]:
    """Return what writes the choice between p and q: p where "p > q", or "p < q", else q."""

    def write_one(builder: Any, p: Any, q: Any) -> Any:
        return builder.select(builder.fcmp_ordered(comparison, p, q), p, q)

    return write_one


def _comparing(comparison: str) -> Callable[..., Any]:
    """Return what writes the answer to "p > q", or "p < q": 1 for yes, 0 for no."""

    def write_one(builder: Any, p: Any, q: Any) -> Any:
        return builder.select(builder.fcmp_ordered(comparison, p, q), _ONES, _ZEROS)

    return write_one


def _function_of_llvm(name: str) -> Callable[..., Any]:
    """Return what writes a call of a function that LLVM has for vectors, such as "fabs"."""

    def write_one(builder: Any, *vectors: Any) -> Any:
        function_type = ir.FunctionType(_VECTOR, [_VECTOR] * len(vectors))
        full_name = f"llvm.{name}.v{LANES}f64"
        function = cgutils.get_or_insert_function(builder.module, function_type, full_name)
        return builder.call(function, vectors)

    return write_one


# It writes a b + c for three vectors: one instruction that rounds once, if the processor has it.
_write_multiply_add = _function_of_llvm("fmuladd")
