import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const page = textOf('docs/differences.md')
const api = JSON.parse(textOf('packages/server/openapi.json')) as { paths: Record<string, unknown> }
const methods = Object.keys(api.paths).map((path) => path.slice(path.lastIndexOf('/') + 1))
const client = namesIn(textOf('node_modules/@slack/web-api/dist/methods.js'), /bindApiCall\w*\(this, '([^']+)'/g)
const sentEvents = namesIn(textOf('packages/server/src/domain/apps/sentEvents.ts'), /^ {2}'?([a-z_.]+)'?: declare\(/gm)
const types = join(root, 'node_modules/@slack/types/dist/events')
const events = readdirSync(types)
  .filter((file) => file.endsWith('.d.ts'))
  .flatMap((file) => namesIn(readFileSync(join(types, file), 'utf8'), /^ {4}type: '([a-z_]+)';/gm))

describe('the methods that are not there', () => {
  const named = namesInTable('method')

  test('are all that the official client has and the server has not', () => {
    expect(client.length).toBeGreaterThan(250)
    const absent = client.filter((method) => !methods.includes(method))
    expect(absent.filter((method) => !named.some((name) => isOf(method, name)))).toEqual([])
  })

  test.each(named)('%s is not there', (name) => {
    expect(methods.filter((method) => isOf(method, name))).toEqual([])
  })
})

describe('the events that are not sent', () => {
  const named = namesInTable('event')

  test('are all that the official types have and the server does not send', () => {
    expect(events.length).toBeGreaterThan(60)
    // One is about a limit, not for subscribers, and the other stands for four subscriptions.
    expect(sentEvents.length).toBeGreaterThan(40)
    const sent = [...sentEvents, 'app_rate_limited', 'message']
    expect(events.filter((event) => !sent.includes(event) && !named.includes(event))).toEqual([])
  })

  test.each(named)('%s is not sent', (name) => {
    expect(sentEvents).not.toContain(name)
  })
})

test('every rule that the page cites exists', () => {
  const rules = namesIn(textOf('docs/spec/rules.md'), /^- \*\*([A-Z]+-\d+)\*\*/gm)
  const cited = namesIn(page, /\b([A-Z]{2,4}-\d+)\b/g)
  expect(cited.filter((rule) => !rules.includes(rule))).toEqual([])
})

/** What the first column of a table of the page names; `*` stands for all that begins so. */
function namesInTable(heading: string): string[] {
  const [, table = ''] = new RegExp(`^\\| ${heading} +\\| why +\\|\\n((?:\\|.*\\n)+)`, 'm').exec(page) ?? []
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '')
  return cells.flatMap((cell) => namesIn(cell, /`([^`]+)`/g))
}

function isOf(method: string, name: string): boolean {
  return name.endsWith('*') ? method.startsWith(name.slice(0, -1)) : method === name
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}
