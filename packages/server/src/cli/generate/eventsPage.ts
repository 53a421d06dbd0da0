import { type EventDeclaration, eventDeclarations } from '#domain/apps/sentEvents'
import { code, page, table } from './table.ts'

/** Every event that apps can subscribe to: when it is sent, to whom, with which scope, and a sample. */
export function eventsPage(samples: Readonly<Record<string, unknown>>): string {
  const all: [string, EventDeclaration][] = Object.entries(eventDeclarations)
  return page([
    '<!-- Generated from the declarations of the events by `npm run generate`. The samples are recorded by a test. -->',
    '# Events',
    'An app names the events that it wants under `settings.event_subscriptions.bot_events` of its manifest. It gets them over Socket Mode or HTTP, as `event` of the [payload](spec/wire.md#events). [Apps](apps.md) says what it can rely on.',
    table(
      ['event', 'when', 'scope'],
      all.map(([name, { when, scopes }]) => [`[${code(name)}](#${anchorOf(name)})`, when, scopesOf(scopes)]),
    ),
    ...all.flatMap(([name, event]) => [`## ${name}`, ...eventParts(name, event, samples[name])]),
  ])
}

function eventParts(name: string, { when, to, scopes, rule }: EventDeclaration, sample: unknown): string[] {
  const facts = [
    `- Sent to: ${receivers[to]}`,
    `- Scope: ${scopes.length === 0 ? 'none needed' : scopesOf(scopes)}`,
    `- Rule: ${rule}, in [the rules](spec/rules.md)`,
  ]
  const subscribe = name.startsWith('message.') ? ' Its `type` is `message`.' : ''
  return [`${when}${subscribe}`, facts.join('\n'), ['```json', JSON.stringify(sample ?? {}, null, 2), '```'].join('\n')]
}

const receivers: Record<EventDeclaration['to'], string> = {
  members: 'apps that are members of the channel',
  team: 'every app of the team',
  app: 'the app that it is about',
}

function scopesOf(scopes: readonly string[]): string {
  return scopes.map(code).join(' or ')
}

/** The anchor of a heading, as forges make it. */
function anchorOf(name: string): string {
  return name.replaceAll('.', '')
}
