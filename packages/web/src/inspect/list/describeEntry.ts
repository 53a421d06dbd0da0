import type { Chunk } from '@rivulet/blocks/types'
import type { JournalEntry } from 'rivulet/journal'
import { type Fields, inner, text } from '#inspect/filter/facts.ts'
import { readChunks } from '#inspect/stream/readChunks.ts'
import { t } from '#words/t.ts'

const longest = 240

/** What an entry says, in one line: the text that was written, what was pressed, or why it was refused. */
export function summaryOf(entry: JournalEntry): string {
  return shorten(rawSummary(entry))
}

function rawSummary(entry: JournalEntry): string {
  switch (entry.kind) {
    case 'call':
      return entry.ok ? describeArguments(entry.args) : (entry.detail ?? '')
    case 'delivery':
      return entry.detail ?? describeEvent(entry.event)
    case 'interaction':
      return [describePayload(entry.payload), entry.outcome === 'answered' ? '' : entry.detail]
        .filter(Boolean)
        .join(' · ')
    case 'act':
      return describeAct(entry.detail)
  }
}

function describeArguments(args: Fields): string {
  const said = text(args, 'markdown_text') ?? text(args, 'text') ?? text(args, 'status') ?? text(args, 'title')
  if (said !== undefined) return said
  const { chunks, blocks } = readChunks(args)
  const parts = [
    ...chunks.map(describeChunk),
    ...(blocks.length > 0 ? [blocks.map(({ type }) => type).join(', ')] : []),
  ]
  if (parts.length > 0) return parts.join(' · ')
  if (args['status'] === '') return t('clears the status')
  const rest = Object.entries(args).filter(
    ([name]) => !/^(channel(_id)?|ts|thread_ts|token|task_display_mode|recipient_\w+)$/.test(name),
  )
  return rest.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ')
}

function describeChunk(chunk: Chunk): string {
  switch (chunk.type) {
    case 'markdown_text':
      return chunk.text
    case 'task_update':
      return `${chunk.title ?? chunk.id}: ${chunk.status}`
    case 'plan_update':
      return chunk.title
    case 'blocks':
      return chunk.blocks.map(({ type }) => type).join(', ')
  }
}

function describeEvent(event: Fields): string {
  const subtype = text(event, 'subtype')
  const said =
    text(event, 'text') ?? text(inner(event, 'message'), 'text') ?? text(event, 'reaction') ?? text(event, 'tab') ?? ''
  return [subtype, said].filter(Boolean).join(' · ')
}

function describePayload(payload: Fields): string {
  const command = text(payload, 'command')
  if (command !== undefined) return `${command} ${text(payload, 'text') ?? ''}`.trim()
  const { actions } = payload
  const [action] = Array.isArray(actions) ? actions : []
  const fields: Fields = { ...Object(action) }
  const id = text(fields, 'action_id') ?? text(payload, 'action_id') ?? text(payload, 'callback_id')
  const view = inner(payload, 'view')
  const title = text(inner(view, 'title'), 'text')
  return [id ?? text(view, 'callback_id'), text(fields, 'value') ?? text(payload, 'value') ?? title]
    .filter(Boolean)
    .join(' · ')
}

function describeAct(detail: Fields): string {
  const name = text(detail, 'name')
  return text(detail, 'text') ?? text(detail, 'topic') ?? name ?? text(detail, 'tab') ?? ''
}

function shorten(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

const acts: Readonly<Record<string, string>> = {
  says: t('says'),
  edits: t('edits'),
  deletes: t('deletes'),
  forwards: t('forwards'),
  uploads: t('uploads'),
  stops: t('presses Stop'),
  reacts: t('reacts'),
  unreacts: t('takes a reaction back'),
  pins: t('pins'),
  unpins: t('unpins'),
  schedules: t('schedules'),
  opens: t('opens'),
  creates: t('creates a channel'),
  joins: t('joins'),
  leaves: t('leaves'),
  invites: t('invites'),
  removes: t('removes somebody'),
  sets_topic: t('sets the topic'),
  archives: t('archives'),
  converses: t('starts a conversation'),
  looks: t('looks at a channel'),
}

/** What a person did, in words; what has none is called as in the journal. */
export function actWords(act: string): string {
  return acts[act] ?? act
}
