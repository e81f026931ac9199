import { Temporal } from 'temporal-polyfill';
import { calendar, HOLIDAYS, reading, seen, ZONE } from '#apps/docs/sla-example';
import { TARGETS, type TargetName } from '#libs/sla-policies/targets';

const HOUR = 3_600_000;
const STEP = HOUR / 4;
const LEFT = 110;
const WIDTH = 960;
const HEIGHT = 275;
const DAYS = 7;
const INK = '#1F2937';
const FAINT = '#6B7280';
const COLOURS: Record<TargetName, string> = { first_response: '#2563EB', resolution: '#047857', escalation: '#B45309' };

interface Span {
  from: number;
  to: number;
}

const local = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ZONE);
const firstDay = local(seen.openedAt).startOfDay();
const days = Array.from({ length: DAYS }, (_, index) => firstDay.add({ days: index }));
const from = firstDay.epochMilliseconds;
const to = firstDay.add({ days: DAYS }).epochMilliseconds;

const two = (number: number): string => String(number).padStart(2, '0');
const dayName = (day: Temporal.ZonedDateTime): string =>
  `${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][day.dayOfWeek - 1]} ${day.day}`;
const timeName = (instant: number): string => {
  const time = local(instant);
  return `${dayName(time)}, ${two(time.hour)}:${two(time.minute)}`;
};

const x = (instant: number): string => (LEFT + ((instant - from) / (to - from)) * (WIDTH - LEFT - 10)).toFixed(1);
const width = (span: Span): string => (Number(x(span.to)) - Number(x(span.from))).toFixed(1);

function text(at: string | number, y: number, words: string, more = `fill="${INK}"`): string {
  return `<text x="${at}" y="${y}" ${more}>${words}</text>`;
}

function bar(span: Span, y: number, height: number, fill: string): string {
  return `<rect x="${x(span.from)}" y="${y}" width="${width(span)}" height="${height}" fill="${fill}"/>`;
}

/** The stretches of the picture in which a quarter of an hour counts. */
function openSpans(): Span[] {
  const spans: Span[] = [];
  for (let at = from; at < to; at += STEP) {
    if (calendar.count(at, at + STEP) === 0) continue;
    const last = spans.at(-1);
    if (last?.to === at) last.to = at + STEP;
    else spans.push({ from: at, to: at + STEP });
  }
  return spans;
}

function pauses(): Span[] {
  const at = (type: string) => seen.events.filter((event) => event.type === type).map((event) => event.at);
  const resumes = at('resume');
  return at('pause').map((pause, index) => ({ from: pause, to: resumes[index] ?? to }));
}

/** What counts: open, after the case was opened, not paused. */
function countedSpans(): Span[] {
  const opened = openSpans().map((span) => ({ ...span, from: Math.max(span.from, seen.openedAt) }));
  const split = pauses().reduce(
    (spans, pause) =>
      spans.flatMap((span) => [
        { from: span.from, to: Math.min(span.to, pause.from) },
        { from: Math.max(span.from, pause.to), to: span.to },
      ]),
    opened,
  );
  return split.filter((span) => span.from < span.to);
}

function header(): string[] {
  return days.flatMap((day) => {
    const span = { from: day.epochMilliseconds, to: day.add({ days: 1 }).epochMilliseconds };
    const middle = ((Number(x(span.from)) + Number(x(span.to))) / 2).toFixed(1);
    const holiday = HOLIDAYS.find(({ date }) => date === day.toPlainDate().toString());
    const remark = holiday?.name ?? (day.hoursInDay === 24 ? '' : `${day.hoursInDay} hours`);
    return [
      `<line x1="${x(span.from)}" y1="16" x2="${x(span.from)}" y2="250" stroke="#E5E7EB"/>`,
      text(middle, 28, dayName(day), `fill="${INK}" text-anchor="middle" font-weight="600"`),
      ...(remark ? [text(middle, 43, remark, `fill="${FAINT}" text-anchor="middle"`)] : []),
    ];
  });
}

function target(name: TargetName, index: number): string[] {
  const y = 150 + index * 34;
  const { dueAt, metAt } = reading.targets[name] ?? { dueAt: null, metAt: null };
  if (dueAt === null) return [];
  const colour = COLOURS[name];
  // A label that would exceed the right edge is placed before its mark.
  const label =
    Number(x(dueAt)) > WIDTH - 130 ? [`${Number(x(dueAt)) - 10}`, 'end'] : [`${Number(x(dueAt)) + 10}`, 'start'];
  const met = metAt === null ? [] : [`<circle cx="${x(metAt)}" cy="${y}" r="5" fill="${colour}"/>`];
  return [
    text(10, y + 4, name.replace('_', ' ')),
    `<line x1="${x(seen.openedAt)}" y1="${y}" x2="${x(dueAt)}" y2="${y}" stroke="${colour}" stroke-width="2"/>`,
    `<path d="M${x(dueAt)} ${y - 7}v14" stroke="${colour}" stroke-width="3"/>`,
    ...met,
    text(label[0] ?? '', y - 6, `due ${timeName(dueAt)}`, `fill="${colour}" text-anchor="${label[1]}"`),
  ];
}

function marks(): string[] {
  const moments = [{ type: 'opened', at: seen.openedAt }, ...seen.events, { type: 'now', at: seen.now }];
  return moments.flatMap(({ type, at }, index) => {
    const dash = type === 'now' ? '' : ' stroke-dasharray="2 3"';
    const words = `${type.replace('_', ' ')} ${timeName(at).slice(-5)}`;
    // The second of two labels that are close together is placed on the other side of its line.
    const isClose = at - (moments[index - 1]?.at ?? 0) < 12 * HOUR;
    const [side, anchor] = isClose ? [5, 'start'] : [-5, 'end'];
    return [
      `<line x1="${x(at)}" y1="56" x2="${x(at)}" y2="262" stroke="${INK}"${dash}/>`,
      text((Number(x(at)) + side).toFixed(1), 260, words, `fill="${INK}" text-anchor="${anchor}"`),
    ];
  });
}

/** The picture of docs/sla.md, drawn from what the SLA clock says of its case. */
export function drawTimeline(): string {
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#FFFFFF"/>`,
    text(10, 28, `${firstDay.year}-${two(firstDay.month)}`, `fill="${FAINT}"`),
    ...header(),
    text(10, 75, 'open'),
    ...openSpans().map((span) => bar(span, 62, 18, '#BBF7D0')),
    text(10, 109, 'counts'),
    ...pauses().flatMap((span) => [
      bar(span, 96, 18, '#FDE68A'),
      text(x((span.from + span.to) / 2), 109, 'paused', 'fill="#92400E" text-anchor="middle"'),
    ]),
    ...countedSpans().map((span) => bar(span, 96, 18, '#16A34A')),
    ...marks(),
    ...TARGETS.flatMap(target),
  ];
  const title = 'A case on the SLA clock: when the site is open, what counts, and when each target is due';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>${title}</title>
${parts.join('\n')}
</svg>
`;
}
