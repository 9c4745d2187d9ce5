"""The random streams of the engine: the same numbers as in TypeScript for the same seed."""

import math
import struct

_TWO_53 = float(1 << 53)
_MASK = 0xFFFFFFFF


class RandomStream:
    """A sequence of random numbers (xoroshiro128+) that continues from its state in the engine."""

    def __init__(self, state):
        words = [word & _MASK for word in state["generator"]]
        self._s01, self._s00, self._s11, self._s10 = words
        self._spare = state.get("spareNormal")

    def uniform(self, low=0.0, high=1.0):
        """A number in [low, high), by default [0, 1)."""
        if not (low <= high and high - low < math.inf):
            raise ValueError(f"uniform({low}, {high}) needs two finite numbers, the lower one first")
        drawn = low + (high - low) * (self._bits53() / _TWO_53)
        # Rounding may reach the upper end, which is excluded.
        return drawn if drawn < high or low == high else low

    def integer(self, low, high):
        """An integer from low to high, inclusive, all equally likely."""
        if not (int(low) == low and int(high) == high and low <= high and high - low < 1 << 53):
            raise ValueError(f"integer({low}, {high}) needs two integers, the lower one first, less than 2^53 apart")
        count = int(high) - int(low) + 1
        fair = (1 << 53) - (1 << 53) % count
        bits = self._bits53()
        while bits >= fair:
            bits = self._bits53()
        return int(low) + bits % count

    def normal(self, mean=0.0, standard_deviation=1.0):
        """A normally distributed number, by Marsaglia's polar method."""
        if not (math.isfinite(mean) and 0 <= standard_deviation < math.inf):
            raise ValueError(f"normal({mean}, {standard_deviation}) needs two finite numbers, the second not negative")
        if self._spare is not None:
            spare, self._spare = self._spare, None
            return mean + standard_deviation * spare
        while True:
            x = self.uniform(-1, 1)
            y = self.uniform(-1, 1)
            square = x * x + y * y
            if square >= 1 or square == 0:
                continue
            factor = math.sqrt((-2 * _log(square)) / square)
            self._spare = y * factor
            return mean + standard_deviation * x * factor

    def exponential(self, mean=1.0):
        if not 0 <= mean < math.inf:
            raise ValueError(f"exponential({mean}) needs a finite number that is not negative")
        return -mean * _log(1 - self._bits53() / _TWO_53)

    def shuffle(self, items):
        """Shuffles a list in place, and returns it."""
        for last in range(len(items) - 1, 0, -1):
            chosen = self.integer(0, last)
            items[last], items[chosen] = items[chosen], items[last]
        return items

    def choice(self, items):
        """One of the items of a sequence."""
        return items[self.integer(0, len(items) - 1)]

    def _bits53(self):
        high = self._next() >> 5
        return (high << 26) + (self._next() >> 6)

    def _next(self):
        s00, s01 = self._s00, self._s01
        out = (s00 + self._s10) & _MASK
        a0 = self._s10 ^ s00
        a1 = self._s11 ^ s01
        self._s00 = (s00 << 24 ^ s01 >> 8 ^ a0 ^ a0 << 16) & _MASK
        self._s01 = (s01 << 24 ^ s00 >> 8 ^ a1 ^ (a1 << 16 | a0 >> 16)) & _MASK
        self._s10 = (a1 << 5 ^ a0 >> 27) & _MASK
        self._s11 = (a0 << 5 ^ a1 >> 27) & _MASK
        return out


def _log(x):
    """The natural logarithm of the engine (fdlibm) for x in (0, 1]; `math.log` may differ in the last place."""
    bits = struct.unpack(">q", struct.pack(">d", x))[0] >> 32
    field = (bits + 0x100000 - 0x6A09C) >> 20
    exponent = field - 1023
    f = math.ldexp(x, -exponent) - 1
    upper = bits & 0xFFFFF
    ln2, ln2_rest = 0.6931471803691238, 1.9082149292705877e-10
    s = f / (2 + f)
    if 0x6147A <= upper <= 0x6B851:
        half = 0.5 * f * f
        return exponent * ln2 - (half - (s * (half + _log_series(s * s)) + exponent * ln2_rest) - f)
    tiny = ((upper + 2) & 0xFFFFF) < 3
    bend = f * f * (0.5 - 0.3333333333333333 * f) if tiny else s * (f - _log_series(s * s))
    return exponent * ln2 - (bend - exponent * ln2_rest - f)


def _log_series(square):
    fourth = square * square
    odd = square * (
        0.6666666666666735 + fourth * (0.2857142874366239 + fourth * (0.1818357216161805 + fourth * 0.14798198605116586))
    )
    even = fourth * (0.3999999999940942 + fourth * (0.22222198432149784 + fourth * 0.15313837699209373))
    return odd + even
