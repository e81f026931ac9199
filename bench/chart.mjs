// Draws the ratios at ten connections, each with the mark that it has to reach, and how times grow with the data.
const [INK, FAINT, LODGE, MISSED, TARGET] = ['#1F2937', '#6B7280', '#2563EB', '#B45309', '#047857'];
const WIDTH = 960;
const LEFT = 300;
const ROW = 30;
const FULL = 1.2;

const text = (x, y, words, more = `fill="${INK}"`) => `<text x="${x}" y="${y}" ${more}>${words}</text>`;
const at = (ratio) => LEFT + (Math.min(ratio, FULL) / FULL) * (WIDTH - LEFT - 70);
const rect = (x, y, width, height, fill) =>
  `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${fill}"/>`;
const line = (x, from, to, colour, more = '') =>
  `<line x1="${x.toFixed(1)}" y1="${from}" x2="${x.toFixed(1)}" y2="${to}" stroke="${colour}" ${more}/>`;

function ratios(rows, top) {
  const bottom = top + rows.length * ROW;
  return [
    text(10, top - 18, 'Requests a second at 10 connections, as a share of bare Fastify with bare SQL', `fill="${INK}" font-weight="bold"`),
    ...[0.25, 0.5, 0.75, 1].flatMap((mark) => [
      line(at(mark), top, bottom, mark === 1 ? INK : '#E5E7EB'),
      text(at(mark) - 12, bottom + 16, mark.toFixed(2), `fill="${FAINT}" font-size="12"`),
    ]),
    ...rows.flatMap(({ title, ratio, target }, index) => {
      const y = top + index * ROW;
      return [
        text(10, y + 20, title),
        rect(LEFT, y + 6, at(ratio) - LEFT, 18, target && ratio < target ? MISSED : LODGE),
        ...(target ? [line(at(target), y + 2, y + 28, TARGET, 'stroke-width="3"')] : []),
        text(at(ratio) + 8, y + 20, ratio.toFixed(2)),
      ];
    }),
    text(WIDTH - 210, top - 18, '▎to reach', `fill="${TARGET}" font-size="12"`),
  ]; // prettier-ignore
}

function growthBars(growth, top) {
  const most = Math.max(...growth.flatMap(({ p50 }) => p50));
  const shades = ['#BFDBFE', '#60A5FA', LODGE];
  return [
    text(10, top - 18, 'Median time of a request at 10 connections, as the data grows', `fill="${INK}" font-weight="bold"`),
    ...growth.flatMap(({ title, p50, sizes, times }, index) => {
      const y = top + index * (ROW + 26);
      return [
        text(10, y + 28, `${title}: ${times.toFixed(2)} times`),
        ...p50.flatMap((ms, size) => {
          const width = (ms / most) * (WIDTH - LEFT - 260);
          return [
            rect(LEFT, y + size * 15, width, 13, shades[size] ?? LODGE),
            text(LEFT + width + 8, y + size * 15 + 11, `${ms.toFixed(1)} ms at ${sizes[size].toLocaleString('en')} bookings`, `fill="${FAINT}" font-size="12"`),
          ];
        }),
      ];
    }),
  ]; // prettier-ignore
}

export function drawChart({ steady, growth }) {
  const rows = steady.filter(({ connections }) => connections === 10);
  const top = 50;
  const second = top + rows.length * ROW + 70;
  const height = growth ? second + growth.length * (ROW + 26) : second - 40;
  const parts = [...ratios(rows, top), ...(growth ? growthBars(growth, second) : [])];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="14">
<rect width="100%" height="100%" fill="#FFFFFF"/>
${parts.join('\n')}
</svg>
`;
}
