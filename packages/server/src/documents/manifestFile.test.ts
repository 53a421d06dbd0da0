import { describe, expect, test } from 'vitest'
import { DocumentError } from './documentError.ts'
import { parseManifest } from './manifestFile.ts'

const smallest = 'display_information: { name: Owl }\n'

describe('a manifest', () => {
  test('[APP-1] may be YAML or JSON, and keeps unknown keys', () => {
    const given = {
      _metadata: { major_version: 2 },
      display_information: { name: 'Owl', mood: 1 },
      functions: { a: 1 },
    }
    for (const text of [JSON.stringify(given), JSON.stringify(given, undefined, 2)])
      expect(parseManifest(text, 'm.json')).toEqual({ manifest: given, warnings: [] })
    expect(parseManifest(smallest, 'm.yaml').manifest).toEqual({ display_information: { name: 'Owl' } })
  })

  test.each([
    ['display_informaton: {}', 'm.yaml:2:1: display_informaton is kept but never read'],
    ['features: { bot_usr: {} }', 'm.yaml:2:13: features.bot_usr is kept but never read; did you mean "bot_user"?'],
    [
      'settings: { event_subscriptions: { bot_event: [] } }',
      'm.yaml:2:36: settings.event_subscriptions.bot_event is kept but never read; did you mean "bot_events"?',
    ],
    [
      'features: { slash_commands: [{ command: /a, description: b, usage_hnt: c }] }',
      'm.yaml:2:61: features.slash_commands[0].usage_hnt is kept but never read; did you mean "usage_hint"?',
    ],
  ])('[APP-1] with %s is accepted, and the key is reported', (line, warning) => {
    const { warnings } = parseManifest(line.startsWith('display') ? `${line}\n${smallest}` : smallest + line, 'm.yaml')
    if (line.startsWith('display')) expect(warnings).toEqual([])
    else expect(warnings).toEqual([warning])
  })

  test('[APP-1] is not warned about an unknown key if the similar key is present', () => {
    expect(
      parseManifest(`${smallest}features: { bot_user: { display_name: a }, bot_users: {} }`, 'm').warnings,
    ).toEqual([])
  })

  test('[APP-1] may have placeholders for addresses only in Socket Mode', () => {
    const text = `${smallest}settings: { event_subscriptions: { request_url: SOON }, socket_mode_enabled: `
    expect(parseManifest(`${text}true }`, 'm').warnings).toEqual([])
    expect(problemsOf(`${text}false }`)).toEqual([
      'm.yaml:2:49: settings.event_subscriptions.request_url needs to be an address that begins with https:// or http://',
    ])
  })

  test.each([
    ['', 'the file needs to be an object of keys and values, but is empty'],
    ['features: {}', 'display_information is missing'],
    [`display_information: { name: ${'a'.repeat(36)} }`, '1:30: display_information.name has more than 35 characters'],
    ['display_information: { name: "" }', '1:30: display_information.name must not be empty'],
    ['display_information: { name: "Owl\\u202Eecila" }', 'display_information.name has invisible characters in it'],
    [`${smallest}features: { slash_commands: [{ command: ask, description: a }] }`, 'needs to be a slash and a word'],
    [
      `${smallest}features: { slash_commands: [{ command: /ask }] }`,
      'features.slash_commands[0].description is missing',
    ],
    [
      `${smallest}features: { shortcuts: [{ name: a, type: globl, callback_id: b, description: c }] }`,
      'did you mean "global"?',
    ],
    [`${smallest}oauth_config: { redirect_urls: [javascript:alert(1)] }`, 'redirect_urls[0] needs to be an address'],
    [`${smallest}oauth_config: { scopes: { bot: [Chat Write] } }`, 'scopes.bot[0] needs to be a scope'],
    [`${smallest}settings: { interactivity: {} }`, 'settings.interactivity.is_enabled is missing'],
    [
      `${smallest}settings: { event_subscriptions: { bot_events: [${'a,'.repeat(101)}] } }`,
      'has more than 100 entries',
    ],
    [`${smallest}features: { agent_view: { agent_description: ${'a'.repeat(301)} } }`, 'has more than 300 characters'],
    ['display_information: [', '1:23: '],
  ])('[APP-1] that is invalid is reported with its position: %s', (text, mistake) => {
    expect(problemsOf(text)).toContainEqual(expect.stringContaining(mistake))
  })
})

function problemsOf(text: string): readonly string[] {
  try {
    parseManifest(text, 'm.yaml')
  } catch (error) {
    if (error instanceof DocumentError) return error.problems
    throw error
  }
  throw new Error('no mistake was found')
}
