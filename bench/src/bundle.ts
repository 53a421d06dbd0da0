import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Row } from './report.ts'

const markdownAndDrawing = ['markdown', 'mrkdwn', 'draw', 'react', 'links', 'dates']
const most = 60_000

/** What the doors of packages/blocks weigh in a browser, without React, highlighting and the table of emoji. */
export async function bundle(): Promise<Row[]> {
  const size = await sizeOf(markdownAndDrawing)
  const rows: Row[] = [
    {
      what: 'Markdown and drawing in a browser, gzipped',
      figure: `${(size / 1000).toFixed(1)} kB`,
      goal: { most: most / 1000, unit: ' kB', value: size / 1000 },
    },
  ]
  for (const doors of [['markdown'], ['draw', 'html'], ['check']]) {
    rows.push({
      what: `the doors ${doors.join(' and ')} alone, gzipped`,
      figure: `${((await sizeOf(doors)) / 1000).toFixed(1)} kB`,
    })
  }
  return rows
}

async function sizeOf(doors: readonly string[]): Promise<number> {
  const entry = 'virtual:doors'
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    plugins: [
      {
        name: 'doors',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry ? doors.map((door) => `export * from '@rivulet/blocks/${door}'`).join('\n') : undefined,
      },
    ],
    build: {
      write: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        external: [/^react/, /emoji\.generated\.json$/],
      },
    },
  })
  const outputs = Array.isArray(made) ? made : 'output' in made ? [made] : []
  return outputs
    .flatMap(({ output }) => output)
    .reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0), 0)
}
