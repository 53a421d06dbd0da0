import styles from '#people/People.module.css'
import { t } from '#words/t.ts'

/** Where the person is, which says what time it is there. */
export function ZoneField({ zone, onZone }: { zone: string; onZone: (zone: string) => void }) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const others = Intl.supportedValuesOf('timeZone').filter((one) => one !== here)
  return (
    <div className={styles['zone']}>
      <label className={styles['label']} htmlFor="zone">
        {t('Time zone')}
      </label>
      <select id="zone" className={styles['select']} value={zone} onChange={(event) => onZone(event.target.value)}>
        <optgroup label={t('This device')}>
          <option value={here}>{toWords(here)}</option>
        </optgroup>
        <optgroup label={t('Others')}>
          {(others.includes(zone) || zone === here ? others : [zone, ...others]).map((one) => (
            <option key={one} value={one}>
              {toWords(one)}
            </option>
          ))}
        </optgroup>
      </select>
    </div>
  )
}

function toWords(zone: string): string {
  return zone.replaceAll('_', ' ')
}
