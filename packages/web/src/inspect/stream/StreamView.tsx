import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { EntryItem } from '#inspect/journal/item.ts'
import { useJournal } from '#inspect/journal/useJournal.ts'
import { Name } from '#inspect/list/Name.tsx'
import { plural, t } from '#words/t.ts'
import { readStream, type ReadStream } from './readStream.ts'
import { Scrubber } from './Scrubber.tsx'
import { ShownMessage } from './ShownMessage.tsx'
import { StepList } from './StepList.tsx'
import { Timeline } from './Timeline.tsx'
import { formatDuration, gapsOf } from './timelineShape.ts'
import styles from './StreamView.module.css'

type Props = { of: EntryItem; onSelect: (n: number) => void }

/** A stream along the time: each append, the status before it, a reader's Stop, and the message as it stood at any moment. */
export function StreamView({ of, onSelect }: Props) {
  const { items } = useJournal()
  const current = useDeferredValue(items)
  const stream = useMemo(() => readStream(current, of), [current, of])
  const [chosen, setChosen] = useState<number>()
  if (!stream || stream.steps.length === 0)
    return <p className={styles['none']}>{t('The journal has none of the appends any more.')}</p>
  const last = stream.steps.length - 1
  // Until somebody goes to another moment, it shows the newest.
  const at = Math.min(chosen ?? initialStep(stream, of), last)
  const choose = (step: number) => setChosen(step >= last && !stream.end ? undefined : step)
  return (
    <div className={styles['view']} data-testid="stream">
      <Figures stream={stream} />
      <Timeline stream={stream} step={at} onStep={choose} />
      <Scrubber stream={stream} step={at} onStep={choose} />
      <ShownMessage stream={stream} step={at} />
      <StepList stream={stream} step={at} onStep={choose} onSelect={onSelect} />
    </div>
  )
}

/** Who opened an append wants to see it; who opened the stream wants to see its end. */
function initialStep({ steps }: ReadStream, of: EntryItem): number {
  const at = steps.findIndex(({ n }) => n === of.n)
  return at > 0 ? at : steps.length - 1
}

function Figures({ stream }: { stream: ReadStream }) {
  const { steps, end, stops, team } = stream
  const now = useNow(end === undefined)
  const first = steps[0]?.to ?? 0
  const characters = steps.reduce((sum, step) => sum + step.characters, 0)
  const appends = steps.filter(({ call }) => call.method === 'chat.appendStream').length
  const gaps = gapsOf(stream)
  const [stop] = stops
  return (
    <>
      <dl className={styles['figures']}>
        <Figure label={t('Lasted')} value={formatDuration((end?.at ?? now) - first)} />
        <Figure label={t('Appends')} value={appends.toLocaleString()} />
        <Figure label={t('Characters')} value={characters.toLocaleString()} />
        {gaps && <Figure label={t('Usual gap')} value={formatDuration(gaps.usual)} />}
        {gaps && <Figure label={t('Longest gap')} value={formatDuration(gaps.longest)} />}
        <div>
          <dt>{t('State')}</dt>
          <dd data-state={end?.by ?? 'open'}>
            {end === undefined && t('streaming')}
            {end?.by === 'app' && t('ended by the app')}
            {end?.by === 'server' && t('ended by the server')}
            {end?.by === 'reader' &&
              (stop ? (
                <>
                  {t('stopped by')} <Name team={team} id={stop.act.user} />
                </>
              ) : (
                t('stopped by a reader')
              ))}
          </dd>
        </div>
      </dl>
      {stream.lacksStart && <p className={styles['note']}>{t('The beginning has left the journal.')}</p>}
      {steps.some(({ isCut }) => isCut) && (
        <p className={styles['note']}>
          {plural(
            steps.filter(({ isCut }) => isCut).length,
            'The journal has cut {count} append: it keeps 2,000 characters of each.',
            'The journal has cut {count} appends: it keeps 2,000 characters of each.',
          )}
        </p>
      )}
    </>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function useNow(runs: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!runs) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [runs])
  return now
}
