/**
 * How likely two samples of one and the same distribution would differ in rank at least this much (two-sided,
 * normal approximation, good from about 20 values each).
 */
export function mannWhitney(one: number[], other: number[]): number {
  const all = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))];
  all.sort((left, right) => left.value - right.value);
  const ranks = all.reduce((sum, { first }, index) => (first ? sum + index + 1 : sum), 0);
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - normal(z));
}

// Abramowitz and Stegun 26.2.17, off by less than 1e-7.
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const weights = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = weights.reduce((total, weight, index) => total + weight * t ** (index + 1), 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
