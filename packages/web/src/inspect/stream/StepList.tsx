import { summaryOf } from '#inspect/list/describeEntry.ts'
import { plural, t } from '#words/t.ts'
import type { ReadStream } from './readStream.ts'
import { formatDuration } from './timelineShape.ts'
import styles from './StreamView.module.css'

type Props = { stream: ReadStream; step: number; onStep: (step: number) => void; onSelect: (n: number) => void }

/** So many appends before and after the chosen one are listed. */
const near = 6

/** The appends around the chosen moment: when, after what gap, how much, and what. */
export function StepList({ stream, step, onStep, onSelect }: Props) {
  const { steps, refused } = stream
  const start = Math.max(0, Math.min(step - near, steps.length - 2 * near - 1))
  const shown = steps.slice(start, start + 2 * near + 1)
  const first = steps[0]?.to ?? 0
  return (
    <section className={styles['steps']} aria-label={t('Appends')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('After')}</th>
            <th scope="col">{t('Gap')}</th>
            <th scope="col">{t('Took')}</th>
            <th scope="col">{t('Length')}</th>
            <th scope="col">{t('Added')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one, i) => {
            const at = start + i
            const before = steps[at - 1]
            return (
              <tr key={one.n} aria-current={at === step || undefined}>
                <td>
                  <button type="button" onClick={() => onStep(at)}>
                    +{formatDuration(one.to - first)}
                  </button>
                </td>
                <td>{before ? formatDuration(one.to - before.to) : ''}</td>
                <td>{formatDuration(one.call.took_ms)}</td>
                <td>{one.characters.toLocaleString()}</td>
                <td>
                  <bdi>{summaryOf(one.call) || one.call.method}</bdi>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {refused.length > 0 && (
        <p className={styles['refused']}>
          {plural(refused.length, '{count} call was refused:', '{count} calls were refused:')}{' '}
          {refused.slice(0, 5).map(({ n, call }) => (
            <button key={n} type="button" onClick={() => onSelect(n)}>
              <code>{call.error ?? call.status}</code>
            </button>
          ))}
        </p>
      )}
    </section>
  )
}
