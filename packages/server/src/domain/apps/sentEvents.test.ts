import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sentEvents } from './sentEvents.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/apps.md'), 'utf8')

test('[APP-13] every event that is sent is in the table of the page about apps, and no other', () => {
  const [, table = ''] = page.split('| `bot_events` ')
  const names = table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  expect(new Set(names)).toEqual(new Set(sentEvents))
  expect(names).toHaveLength(sentEvents.length)
})
