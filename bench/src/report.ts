import { readFile, writeFile } from 'node:fs/promises'
import { arch, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'

const readme = join(import.meta.dirname, '..', 'README.md')

/** A row of the report. */
export interface ReportRow {
  what: string
  figure: string
  /** The median of the rounds, with their minimum and maximum in `range`. */
  ratio?: number
  range?: [number, number]
  /** The machine was too busy with other work for the figures to be published. */
  noisy?: boolean
  /** The goal for `value`, or for the ratio if there is no `value`. */
  goal?: { atLeast: number } | { atMost: number; unit?: string; value?: number }
}

export function median(list: number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** The ratios of two series that were measured in turn (A B B A), paired by round. */
export function compareSeries(ours: number[], theirs: number[]): { ratio: number; range: [number, number] } {
  const ratios = ours.map((value, index) => value / (theirs[index] ?? Number.NaN))
  return { ratio: median(ratios), range: [Math.min(...ratios), Math.max(...ratios)] }
}

/** Whether the row meets its goal; undefined if it has none. */
function isGoalMet({ goal, ratio }: ReportRow): boolean | undefined {
  if (!goal) return undefined
  if ('atLeast' in goal) return (ratio ?? Number.NaN) >= goal.atLeast
  return (goal.value ?? ratio ?? Number.NaN) <= goal.atMost
}

export function formatTable(rows: ReportRow[]): string {
  const cells = rows.map((row) => [row.what, row.figure, formatRatio(row), formatGoal(row), formatVerdict(row)])
  const head = ['what', 'measured', 'ratio (range)', 'goal', '']
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)))
  const line = (texts: string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

const formatRatio = ({ ratio, range }: ReportRow): string =>
  ratio === undefined ? '' : `${ratio.toFixed(2)}${range ? ` (${range[0].toFixed(2)} to ${range[1].toFixed(2)})` : ''}`

function formatGoal({ goal }: ReportRow): string {
  if (!goal) return ''
  return 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}${goal.unit ?? ''}`
}

function formatVerdict(row: ReportRow): string {
  const isMet = isGoalMet(row)
  return isMet === undefined ? '' : isMet ? 'met' : 'missed'
}

export async function writeReadme(rows: ReportRow[], settings: string): Promise<void> {
  const sections = /\n## [^]*/.exec(await readFile(readme, 'utf8'))?.[0] ?? ''
  await writeFile(
    readme,
    `# Benchmarks

\`npm run bench\` compares the real server with a bare \`node:http\` server, which parses the same form and answers with
a constant of the same size. It measures both in turn within one run (A B B A), so that other load on the machine affects
both. The ratios carry over to other machines; the absolute figures do not. \`npm run bench -- --write\` writes this page.

${describeMachine()}, ${settings}. Server, load generator and viewers
are separate processes that share the cores. Each append is on stable storage before it is answered.

${formatTable(rows)}

- **Appends**: 64 persistent connections, each with its own stream and one call at a time, 28 characters per call. While a group
  of appends is being synced, the next one gathers, so a group has about half of the connections: 34 appends of 64, and 17 of
  32. With fewer connections fewer appends share what a group costs (transaction, sync, waking a thread and being woken), and
  the bare server has no such cost. That is why \`wrk\` with 32 connections shows a lower ratio than this bench with 64; the load
  generator makes no difference. On a quick machine (AMD EPYC) with nothing else to do, 2026-11-28, appends per second relative to
  bare: under \`wrk\` 0.62 with 32 connections and 0.64 to 0.71 with 64, with this generator 0.62 to 0.70 with 64, and 0.76
  in one short run. The bare server itself varied from 64,000 to 81,000 a second.
- **Viewers**: 20 people with 100 windows watch the channel of all 64 streams. The ratios are relative to the bare server,
  which has no viewers.
- **Databases**: the same calls on 64 connections to a server on SQLite, to one on PostgreSQL on the same machine, and to the
  bare server. \`npm run bench -- databases\` fills an empty database, named in \`BENCH_POSTGRES_URL\`. Processor time is
  that of the Node process alone.
- **Nodes**: \`npm run bench -- nodes\` starts two nodes on one PostgreSQL and one Redis, with a thousand more teams, and one of
  10,000 people in one channel: 64 connections at one node, 64 at each, or 32 at each; people of ten of the thousand teams look
  on at the second node while the first one takes 10 messages a second for these, and 90 for the others, or none; 200 private
  channels with a stream at the first node and a viewer at the second one, 2,000 appends per second in all; 40 browsers that
  come back at once to a node of which the other one took 250 messages meanwhile.
- **Long streams, many streams**: an append to a stream of 100 KB, or on a server with many open streams, compared with one to
  a stream of 1 KB on a server without other streams.
- **Delivery**: each private channel has one stream and one viewer; the appends are spread evenly over each second. The time
  runs from the answer to an append to its frame, both in one process; it is zero if the frame comes first.
- **Frame per viewer**: one stream, one append at a time; the cost of the call is divided among the frames. The baseline is
  a loop of \`ws.send\` that a call to \`node:http\` starts. Both are warm and measured in turn. The ratio for 1000 viewers cannot fall to
  0.8: the kernel takes 4.6 µs of the 7.2 for the TCP write on either side, and a mere loop of \`socket.write\` with finished bytes
  already costs 0.81 of one of \`ws.send\`. The rest is the append itself, 1.7 ms where one comes every 40 ms and finds nothing
  in the processor's caches.
- **Stalled readers**: 5 viewers read nothing, in a channel with 20 other viewers and 20 streams of 25 kB per second each.
  First their sockets fill, then the server drops deltas for them, and finally it closes their connections.
- **Memory**: resident memory of the whole process and its heap, both after its garbage was collected, before and after;
  2000 streams or viewers come first, so that the heap and the caches have their usual size. V8 keeps up to 64 MiB for
  new objects and gives them back when it likes, so the larger of the two figures counts.
- **Slow disk**: 64 connections as above, with a shim that makes every sync at least as slow as the table says; medians of
  the rounds.
- **Start**: the median time from the start of the process to the line that says it is ready.
- **Blocks**: processor time in one process for an answer of 12,000 characters, compared with JSON.parse, marked, markdown-it
  and slack-blocks-to-jsx. The long constructs all have the same length. Where parsing costs next to nothing, as with
  code, reading the blocks after each append costs more than the parsing.
${sections}`,
  )
}

/** Replaces the section of the page that `bench -- client` measures. */
export async function writeClientSection(rows: ReportRow[]): Promise<void> {
  const text = await readFile(readme, 'utf8')
  const section = `
## In the browser

\`npm run bench -- client --write\` writes this section: the built web client in Chromium without a graphics card, on a team
of 20 people and a channel of 20,000 messages, or as many as \`--messages\` says. Server and browser share the cores. "At a fourth of the speed" is the
debugger's slowdown of the page's processor. Processor time is that of the page's process with all its threads. The control
is a page with three texts that grow as fast, and nothing else: where its frames are late, the machine was busy.

${describeMachine()}.

${formatTable(rows)}
`
  await writeFile(readme, clientSection.test(text) ? text.replace(clientSection, () => section) : text + section)
}

const clientSection = /\n## In the browser\n[^]*?(?=\n## |$)/

function describeMachine(): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${new Date().toISOString().slice(0, 10)}, ${machine}, Linux ${release()} ${arch()}, Node ${process.version}`
}
