import type { ReactNode } from 'react'
import { type Facts, factsOf } from '#inspect/filter/facts.ts'
import type { EntryItem } from '#inspect/journal/item.ts'
import { Name } from '#inspect/list/Name.tsx'
import { formatMoment, formatTook } from '#inspect/list/times.ts'
import { t } from '#words/t.ts'
import styles from './EntryFacts.module.css'

/** Who, where, when and how long, with the ids that an app sees. */
export function EntryFacts({ item }: { item: EntryItem }) {
  const { entry } = item
  const facts = factsOf(entry)
  const rows: [string, ReactNode][] = [
    [t('Time'), `${new Date(entry.at).toISOString().slice(0, 10)} ${formatMoment(entry.at)}`],
    ...('took_ms' in entry && entry.took_ms !== undefined ? [row(t('Took'), formatTook(entry.took_ms))] : []),
    ...named(t('App'), facts, facts.app),
    ...named(entry.kind === 'call' ? t('As') : t('Person'), facts, facts.user),
    ...named(t('Channel'), facts, facts.channel),
    ...(facts.ts === undefined ? [] : [row(t('Message'), <code>{facts.ts}</code>)]),
    ...(facts.threadTs === undefined ? [] : [row(t('Thread'), <code>{facts.threadTs}</code>)]),
    ...wayOf(entry),
  ]
  return (
    <dl className={styles['facts']}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function row(label: string, value: ReactNode): [string, ReactNode] {
  return [label, value]
}

function named(label: string, { team }: Facts, id: string | undefined): [string, ReactNode][] {
  if (id === undefined) return []
  const value = (
    <>
      <Name team={team} id={id} /> <code>{id}</code>
    </>
  )
  return [row(label, value)]
}

function wayOf(entry: EntryItem['entry']): [string, ReactNode][] {
  switch (entry.kind) {
    case 'call':
      return [row(t('Status'), entry.status), row(t('Request'), <code>{entry.request_id}</code>)]
    case 'delivery':
      return [
        row(t('Event'), <code>{entry.event_id}</code>),
        entry.url === undefined ? row(t('Way'), t('over its socket')) : row(t('Way'), <code>{entry.url}</code>),
      ]
    case 'interaction':
      return [row(t('Way'), entry.way === 'socket' ? t('over its socket') : t('by HTTP'))]
    case 'act':
      return []
  }
}
