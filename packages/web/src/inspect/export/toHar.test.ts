import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
// @ts-expect-error The package is published without declarations, and nobody has written any.
import schemas from 'har-schema'
import { expect, test } from 'vitest'
import type { ExportedCall, ExportedDelivery, ExportedEntry, ExportedInteraction } from './entries.ts'
import { toHar } from './toHar.ts'

const at = 1_800_000_000_000
const who = { team: 'T0TEST', app: 'A0SCOUT' }
const cut = `${'x'.repeat(2000)}…`

const call: ExportedCall = {
  kind: 'call',
  seq: 1,
  at,
  ...who,
  user: 'U0SCOUT',
  request_id: 'r-1',
  method: 'chat.postMessage',
  args: { channel: 'C0GENERAL', text: 'a&b=\u2028`$(id)`\uD800' },
  status: 200,
  answer: { ok: true },
  ok: true,
  took_ms: 3.25,
}
const delivery: ExportedDelivery = {
  kind: 'delivery',
  seq: 2,
  at: at + 20,
  ...who,
  channel: 'C0GENERAL',
  event_id: 'Ev1',
  attempt: 0,
  event: { type: 'message', text: cut },
  outcome: 'sent',
  took_ms: undefined,
}
const interaction: ExportedInteraction = {
  kind: 'interaction',
  seq: 4,
  at: at + 90,
  ...who,
  user: 'U0ANA',
  type: 'slash_commands',
  way: 'socket',
  payload: { command: '/deploy' },
  envelope_id: 'e-2',
  outcome: 'answered',
  answer: { text: 'Hm' },
  took_ms: 5,
}
const entries: ExportedEntry[] = [
  { kind: 'act', seq: 0, at: at - 10, team: 'T0TEST', user: 'U0ANA', act: 'says', channel: 'C0GENERAL', detail: {} },
  call,
  { ...call, seq: 5, at: at + 100, fault: 'lost', args: { blocks: [{ type: 'divider' }], limit: 3 }, team: undefined },
  { ...call, seq: 6, at: at + 110, method: "a/../b'\n", answer: { text: cut }, args: { text: cut, code: '[secret]' } },
  { ...delivery, envelope_id: 'e-1' },
  { ...delivery, seq: 3, at: at + 30, envelope_id: 'e-1', outcome: 'acknowledged', took_ms: 9 },
  { ...delivery, seq: 7, url: 'http://127.0.0.1:3000/slack/events', outcome: 'http_error', status: 500, took_ms: 9 },
  { ...delivery, seq: 8, url: 'http://127.0.0.1:3000/slack/events' },
  interaction,
  { ...interaction, seq: 9, way: 'http', outcome: 'http_timeout', answer: undefined },
]

function validateHar(har: unknown): unknown {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addMetaSchema(draft6)
  for (const schema of Object.values<object>(schemas)) ajv.addSchema(schema)
  return ajv.validate('har.json#', har) ? [] : ajv.errors
}

test('entries become an archive that the schema of HAR 1.2 accepts', () => {
  const har = JSON.parse(toHar(entries, { url: 'https://rivulet.test' }))
  expect(validateHar(har)).toEqual([])
  expect(validateHar({ log: { ...har.log, entries: [{}] } })).not.toEqual([])
})

test('an archive has calls, requests to apps and sockets in order, and says what was cut', () => {
  const { log } = JSON.parse(toHar(entries, { url: 'https://rivulet.test' }))
  const told = log.entries.map(({ request, response, comment }: any) => [request.url, response.status, comment])
  expect(told).toEqual([
    ['https://rivulet.test/api/chat.postMessage', 200, undefined],
    [
      'http://127.0.0.1:3000/slack/events',
      500,
      'http_error Not complete: the journal has cut "text" after 2,000 characters.',
    ],
    ['wss://rivulet.test/link/', 101, 'Socket Mode of A0SCOUT'],
    ['http://a0scout.invalid/', 0, 'slash_commands: http_timeout'],
    ['https://rivulet.test/api/chat.postMessage', 0, undefined],
    [
      "https://rivulet.test/api/a%2F..%2Fb'%0A",
      200,
      'Not complete: the journal has cut "text" after 2,000 characters. ' +
        'Not complete: the journal has masked a secret in "code". The journal has cut the answer.',
    ],
  ])
  expect(log.entries.every(({ pageref }: any) => pageref === undefined || pageref === 'act 0')).toBe(true)
  const { _webSocketMessages: messages } = log.entries[2]
  expect(messages.map(({ type, data }: any) => [type, JSON.parse(data).envelope_id])).toEqual([
    ['receive', 'e-1'],
    ['send', 'e-1'],
    ['receive', 'e-2'],
    ['send', 'e-2'],
  ])
  expect(new URLSearchParams(log.entries[0].request.postData.text).get('text')).toBe('a&b=\u2028`$(id)`\uFFFD')
})
