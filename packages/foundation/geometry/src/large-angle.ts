/**
 * The reduction of very large angles to one quarter turn, after Payne and Hanek (1983), in the arrangement of fdlibm
 * (Sun Microsystems, 1993).
 *
 * An angle is divided by π/2 by multiplying it with 2/π. Of that product only the last three bits of the integer part
 * and some hundred bits of the fraction matter, so only the digits of 2/π that can reach them take part: the work does
 * not grow with the angle. Numbers are held in digits of 24 bits, whose products a double holds exactly.
 *
 * The number of digits, their alignment and the order of the last sums determine the last bit of a sine: all three are
 * fdlibm's.
 */

const DIGIT = 0x1000000;
const DIGIT_MASK = 0xffffff;
const PER_DIGIT = 1 / DIGIT;

/** The digits of 2/π behind the point, enough for the largest double: its exponent is 1023 = 24 · 42 + 15. */
const TWO_OVER_PI = new Int32Array([
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
  0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
  0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
  0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
  0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20,
]);

/** The digits of π/2; the point stands behind the first bit. */
const HALF_PI = new Float64Array([0xc90fda, 0xa22168, 0xc234c4, 0xc6628b, 0x80dc1c]);
const HALF_PI_UNIT = 1 / 0x800000;

/** Number of digits of a result after its leading one. */
const DIGITS_BEHIND_LEADING = 4;

/**
 * Room for the digits of a product. No double comes closer than some 2^-62 to a multiple of π/2, so that at most two
 * digits behind the point are zero; with the leading one, those behind it, and two in front, that makes nine.
 */
const ROOM = 9;
const columns = new Float64Array(ROOM);
const digits = new Float64Array(ROOM);
const bits = new DataView(new ArrayBuffer(8));

/**
 * Takes `quarterTurns` · π/2 from a finite `angle` of at least 2^19, so that at most π/4 remains on either side. The
 * remainder is written to `remainder` as an unevaluated sum, [head, tail]; returned are the quarter turns, modulo 8.
 */
export function reduceLargeAngle(angle: number, remainder: Float64Array): number {
  // angle = (angle0 + angle1·2^-24 + angle2·2^-48) · 2^exponent
  bits.setFloat64(0, angle);
  const high = bits.getInt32(0);
  const low = bits.getInt32(4);
  const exponent = (high >>> 20) - 1023 - 23;
  const angle0 = (((high & 0xfffff) | 0x100000) << 3) | (low >>> 29);
  const angle1 = (low >>> 5) & DIGIT_MASK;
  const angle2 = (low & 0x1f) << 19;

  // Digits of 2/π before `first` - 2 only add multiples of eight quarter turns. A product digit in place p (0 leading)
  // is worth 2^(leadExponent - 24p), and leadExponent is at most 2.
  const first = exponent < 3 ? 0 : ((exponent - 3) / 24) | 0;
  const leadExponent = exponent - 24 * (first + 1);
  const leadUnit = leadExponent < 0 ? 1 / (1 << -leadExponent) : 1 << leadExponent;

  // Slot p + 1 of `digits` holds place p: the part in front may need one digit more, in slot 0.
  let computed = 0;
  let last = DIGITS_BEHIND_LEADING;
  let quarterTurns: number;
  let leading: number;
  let isRoundedUp: boolean;
  for (;;) {
    for (; computed <= last; computed++) {
      const place = first + computed;
      columns[computed] =
        angle0 * TWO_OVER_PI[place]! +
        (place > 0 ? angle1 * TWO_OVER_PI[place - 1]! : 0) +
        (place > 1 ? angle2 * TWO_OVER_PI[place - 2]! : 0);
    }

    let carry = 0;
    for (let place = last; place > 0; place--) {
      const column = columns[place]! + carry;
      carry = (column * PER_DIGIT) | 0;
      digits[place + 1] = column - carry * DIGIT;
    }

    const whole = (columns[0]! + carry) * leadUnit;
    const turned = whole - 8 * Math.floor(whole * 0.125);
    quarterTurns = turned | 0;
    let fraction = turned - quarterTurns;
    if (leadExponent > 0) {
      // The point lies inside the next digit: its first bits still count quarter turns.
      const digit = digits[2]!;
      const integerPart = digit >> (24 - leadExponent);
      quarterTurns += integerPart;
      digits[2] = digit - (integerPart << (24 - leadExponent));
    }

    // More than half a quarter turn: round up to the next one and subtract the rest, 1 - fraction.
    isRoundedUp = leadExponent < 0 ? fraction >= 0.5 : digits[2]! >> (23 - leadExponent) > 0;
    if (isRoundedUp) {
      quarterTurns++;
      let isBorrowed = false;
      for (let slot = last + 1; slot > 1; slot--) {
        const digit = digits[slot]!;
        if (isBorrowed) {
          digits[slot] = DIGIT_MASK - digit;
        } else if (digit !== 0) {
          digits[slot] = DIGIT - digit;
          isBorrowed = true;
        }
      }
      if (leadExponent > 0) {
        digits[2] = digits[2]! & (DIGIT_MASK >> leadExponent);
      } else if (leadExponent < 0) {
        fraction = 1 - fraction - (isBorrowed ? leadUnit : 0);
      }
    }

    if (fraction !== 0) {
      const front = fraction / leadUnit;
      const overflow = (front * PER_DIGIT) | 0;
      digits[0] = overflow;
      digits[1] = front - overflow * DIGIT;
      leading = overflow > 0 ? 0 : 1;
      break;
    }

    // The angle lies close to a multiple of π/2: append one digit for each that cancelled.
    leading = 2;
    while (leading <= last + 1 && digits[leading] === 0) leading++;
    const needed = leading - 1 + DIGITS_BEHIND_LEADING;
    if (needed <= last) break;
    last = needed;
  }

  // Remainder = fraction · π/2. Column i of this product is worth `unit` · 2^(-24i); the scaling by powers of two is
  // exact, so that rounding happens only where the columns are added.
  let unit = leadUnit * HALF_PI_UNIT;
  if (leading === 0) unit *= DIGIT;
  for (let slot = 1; slot < leading; slot++) unit *= PER_DIGIT;

  const lastColumn = last + 1 - leading;
  let head = 0;
  for (let column = lastColumn; column >= 0; column--) {
    let sum = 0;
    for (let k = 0; k < HALF_PI.length && k <= column; k++) sum += HALF_PI[k]! * digits[leading + column - k]!;
    columns[column] = sum;
  }
  for (let column = lastColumn; column >= 0; column--) head = head * PER_DIGIT + columns[column]!;
  let tail = columns[0]! - head;
  let columnUnit = 1;
  for (let column = 1; column <= lastColumn; column++) {
    columnUnit *= PER_DIGIT;
    tail += columns[column]! * columnUnit;
  }

  if (isRoundedUp) unit = -unit;
  remainder[0] = head * unit;
  remainder[1] = tail * unit;
  return quarterTurns & 7;
}
