/** What a number typed as text means: the exact number, or a plain sentence why not. */
export type ParsedNumber = { ok: true; value: number } | { ok: false; message: string };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Reads a number as a person types it. Text whose value JSON's doubles cannot carry exactly (1e999, more than
 * 17 digits) is refused: what is shown must be what is sent.
 */
export function parseNumber(text: string): ParsedNumber {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed) || trimmed.length > 400)
    return { ok: false, message: 'Enter a number, such as 12 or 0.5.' };
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return { ok: false, message: 'This number is too large to send.' };
  if (decimal(trimmed) !== decimal(String(value))) {
    return { ok: false, message: 'This number has too many digits to send exactly.' };
  }
  return { ok: true, value: value === 0 ? 0 : value };
}

/** A decimal numeral in one canonical spelling: sign, digits without outer zeros, exponent of ten. */
function decimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const trimmed = stripTrailingZeros(digits);
  if (trimmed === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - trimmed.length);
  return `${negative ? '-' : ''}${trimmed}e${power}`;
}

function stripTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** True when `value` is a whole multiple of `step` in decimal arithmetic (0.3 is a multiple of 0.1). */
export function isMultipleOf(value: number, step: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(step) || step <= 0) return false;
  const [a, aPower] = scaled(value);
  const [b, bPower] = scaled(step);
  const power = aPower - bPower;
  return power >= 0 ? (a * 10n ** BigInt(power)) % b === 0n : a % (b * 10n ** BigInt(-power)) === 0n;
}

function scaled(value: number): [bigint, number] {
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toString().split('e');
  const point = mantissa.indexOf('.');
  const fraction = point === -1 ? 0 : mantissa.length - point - 1;
  return [BigInt(mantissa.replace('.', '')), Number(exponent) - fraction];
}
