import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { join } from 'node:path'
import type { ReportRow } from '#report'

const markdownAndDrawing = ['markdown', 'mrkdwn', 'draw', 'react', 'links', 'dates']
const maxBytes = 50_000

/** The web client lets the browser decode character references, in place of markdown-it's table of them. */
const decodedByBrowser = {
  entities: join(import.meta.dirname, '../../../packages/web/src/blocks/htmlEntities.ts'),
}

/** The size of entry points of packages/blocks in a browser, without React, highlighting and the emoji table. */
export async function measureBundleSize(): Promise<ReportRow[]> {
  const size = await measureGzippedSize(markdownAndDrawing, decodedByBrowser)
  const rows: ReportRow[] = [
    {
      what: 'Markdown and drawing as in the web client, gzipped',
      figure: `${(size / 1000).toFixed(1)} kB`,
      goal: { atMost: maxBytes / 1000, unit: ' kB', value: size / 1000 },
    },
  ]
  const withTable = await measureGzippedSize(markdownAndDrawing)
  rows.push({
    what: "the same with markdown-it's table of character references",
    figure: `${(withTable / 1000).toFixed(1)} kB`,
  })
  for (const entryPoints of [['markdown'], ['draw', 'html'], ['check']]) {
    rows.push({
      what: `entry point${entryPoints.length > 1 ? 's' : ''} ${entryPoints.join(' and ')} alone, gzipped`,
      figure: `${((await measureGzippedSize(entryPoints)) / 1000).toFixed(1)} kB`,
    })
  }
  return rows
}

async function measureGzippedSize(entryPoints: readonly string[], alias: Record<string, string> = {}): Promise<number> {
  const entry = 'virtual:entryPoints'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    resolve: { alias },
    plugins: [
      {
        name: 'entryPoints',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry ? entryPoints.map((name) => `export * from '@rivulet/blocks/${name}'`).join('\n') : undefined,
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
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  return outputs
    .flatMap(({ output }) => output)
    .reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0), 0)
}
