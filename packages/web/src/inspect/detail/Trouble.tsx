import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { CallEntry, InteractionEntry } from 'rivulet/journal'
import { errorIn } from 'rivulet/journalError'
import { t } from '#words/t.ts'
import styles from './Trouble.module.css'

const meaningAnswer = z.object({
  meaning: z.object({ wrong: z.string(), cause: z.string().optional(), remedy: z.string().optional() }).nullable(),
})
type Meaning = z.output<typeof meaningAnswer>['meaning']

/** What went wrong, in words, and what would go wrong elsewhere. */
export function Trouble({ entry }: { entry: CallEntry | InteractionEntry }) {
  const isCall = entry.kind === 'call'
  const error = isCall ? entry.error : errorIn(entry)
  const meaning = useMeaning(isCall ? entry.method : undefined, error)
  const hints = isCall ? entry.hints : []
  const isFault = isCall && entry.fault !== undefined
  if (error === undefined && hints.length === 0 && !isFault) return null
  return (
    <div className={styles['trouble']}>
      {error !== undefined && (
        <section className={styles['error']} aria-label={t('What went wrong')}>
          <h3>
            <code>{error}</code>
          </h3>
          <p className={styles['wrong']}>
            <bdi>{entry.detail || meaning?.wrong}</bdi>
          </p>
          {meaning && entry.detail && meaning.wrong !== entry.detail && <p>{meaning.wrong}</p>}
          {meaning?.cause !== undefined && (
            <p>
              <b>{t('Why')}</b> {meaning.cause}
            </p>
          )}
          {meaning?.remedy !== undefined && (
            <p>
              <b>{t('What to do')}</b> {meaning.remedy}
            </p>
          )}
        </section>
      )}
      {isFault && (
        <section className={styles['hint']} aria-label={t('Injected fault')}>
          <h3>{t('Injected fault')}</h3>
          <p>
            {entry.fault === 'lost'
              ? t('The call was carried out, and the app never got this answer.')
              : entry.fault === 'cut'
                ? t('The call was carried out, and the app got the first half of this answer.')
                : t('The call was answered, and then the fault was carried out: {fault}.', {
                    fault: entry.fault ?? '',
                  })}
          </p>
        </section>
      )}
      {hints.map(({ code, detail }) => (
        <section key={`${code} ${detail}`} className={styles['hint']} aria-label={t('Hint')}>
          <h3>
            {t('Works here, may not elsewhere')} <code>{code}</code>
          </h3>
          <p>
            <bdi>{detail}</bdi>
          </p>
        </section>
      ))}
    </div>
  )
}

const known = new Map<string, Promise<Meaning>>()

function useMeaning(method: string | undefined, error: string | undefined): Meaning | undefined {
  const [found, setFound] = useState<{ key: string; meaning: Meaning }>()
  const key = method === undefined || error === undefined ? undefined : String(new URLSearchParams({ method, error }))
  useEffect(() => {
    if (key === undefined) return undefined
    let isGone = false
    const asked = known.get(key) ?? askMeaning(key)
    known.set(key, asked)
    void asked.then((meaning) => isGone || setFound({ key, meaning }))
    return () => {
      isGone = true
    }
  }, [key])
  return found?.key === key ? found?.meaning : undefined
}

async function askMeaning(query: string): Promise<Meaning> {
  try {
    const response = await fetch(`/control/explain?${query}`)
    return meaningAnswer.parse(await response.json()).meaning
  } catch {
    known.delete(query)
    return null
  }
}
