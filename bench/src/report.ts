import { writeFile } from 'node:fs/promises'
import { arch, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'

/** A line of the report. */
export interface Row {
  what: string
  figure: string
  /** The median of the rounds, and the least and the greatest of them. */
  ratio?: number
  range?: [number, number]
  /** Other work took so much of the machine that the figures are not fit to be shown. */
  noisy?: boolean
  goal?: { least: number } | { most: number; unit?: string; value?: number }
}

export function median(list: number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Of two series measured in turn (A B B A), the ratios of pairs that lay side by side. */
export function ratio(ours: number[], theirs: number[]): { ratio: number; range: [number, number] } {
  const ratios = ours.map((value, index) => value / (theirs[index] ?? Number.NaN))
  return { ratio: median(ratios), range: [Math.min(...ratios), Math.max(...ratios)] }
}

/** Undefined where there is no goal. */
function met({ goal, ratio }: Row): boolean | undefined {
  if (!goal) return undefined
  if ('least' in goal) return (ratio ?? Number.NaN) >= goal.least
  return (goal.value ?? ratio ?? Number.NaN) <= goal.most
}

export function table(rows: Row[]): string {
  const cells = rows.map((row) => [row.what, row.figure, ratioOf(row), goalOf(row), verdict(row)])
  const head = ['what', 'measured', 'ratio (range)', 'goal', '']
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)))
  const line = (texts: string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

const ratioOf = ({ ratio, range }: Row): string =>
  ratio === undefined ? '' : `${ratio.toFixed(2)}${range ? ` (${range[0].toFixed(2)} to ${range[1].toFixed(2)})` : ''}`

function goalOf({ goal }: Row): string {
  if (!goal) return ''
  return 'least' in goal ? `at least ${goal.least}` : `at most ${goal.most}${goal.unit ?? ''}`
}

function verdict(row: Row): string {
  const good = met(row)
  return good === undefined ? '' : good ? 'met' : 'missed'
}

export async function writeReadme(rows: Row[], settings: string): Promise<void> {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()} ${arch()}`
  await writeFile(
    join(import.meta.dirname, '..', 'README.md'),
    `# What it costs

\`npm run bench\` measures the real server side by side with a bare \`node:http\` server that reads and parses the same
form and answers a constant of the same size, in turns within one run (A B B A), so that what else the machine does falls on
both. The ratios carry over to other machines; the absolute figures do not. \`npm run bench -- --write\` writes this page.

${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.version}, ${settings}. Server, load generator and viewers
are processes of their own and share the cores. Each append is on stable storage before it is answered.

${table(rows)}

- **Appends**: 64 connections kept open, one call at a time on each, each with a stream of its own, 28 characters a call.
- **Viewers**: 100 windows of 20 people that watch the channel that all 64 streams grow in. Ratios to the bare server, which has none.
- **A long stream, many streams**: an append to a stream of 100 KB, or on a server that holds many open streams, beside one to
  a stream of 1 KB on a server that holds no others.
- **Delivery**: a stream and a viewer in each of so many private channels, appends spread evenly over the second. From the
  answer to an append to its frame in the one process that makes and sees all of them; zero where the frame was first.
- **A frame to each viewer**: one stream grows by one append at a time; the call itself is shared out among the frames.
  Beside it a \`ws.send\` in a loop, started by a call to \`node:http\`.
- **Readers who take nothing**: 5 beside 20 people in one channel, 20 streams that grow by 25 kB a second each. At first their
  sockets fill; then deltas are dropped for them, and at the end they are closed.
- **Memory**: resident, of the whole process, before and after.
- **A slow disk**: 64 connections as above, with a shim in which no sync takes less than that; the medians of the rounds.
- **Start**: from the start of the process to the line that says it serves; the median.
- **Blocks**: processor time in one process, on an answer of 12,000 characters, beside JSON.parse, marked, markdown-it and
  slack-blocks-to-jsx. One long construct is as long; where its parse costs next to nothing, as with code, a view of each
  append is the more.
`,
  )
}
