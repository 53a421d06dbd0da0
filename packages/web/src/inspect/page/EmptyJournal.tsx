import { CopyButton } from '#blocks/code/CopyButton.tsx'
import { t } from '#words/t.ts'
import { setAddress } from './address.ts'
import styles from './EmptyJournal.module.css'

/** Nothing has been called yet: how to point an app here. */
export function EmptyJournal() {
  const lines = [`export SLACK_API_URL=${location.origin}/api/`]
  return (
    <div className={styles['empty']}>
      <h2>{t('Nothing here yet.')}</h2>
      <p>
        {t('Point your app at this server, and everything that passes between it, the server and people appears here.')}
      </p>
      <div className={styles['code']}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a small screen */}
        <pre tabIndex={0} aria-label={t('Code')}>
          <code>{lines.join('\n')}</code>
        </pre>
        <CopyButton text={lines.join('\n')} className={styles['copy']} />
      </div>
      <p>{t('The banner of the server has the tokens of an app, and rivulet env prints them.')}</p>
      <p>{t('Or write to an app in the client, and watch what it is sent.')}</p>
      <p>
        <a href="/" target="_blank" rel="noreferrer">
          {t('Open the client')}
        </a>
      </p>
    </div>
  )
}

export function NothingFound() {
  return (
    <div className={styles['empty']}>
      <h2>{t('Nothing matches.')}</h2>
      <p>{t('What comes is shown here if it matches the filter.')}</p>
      <p>
        <button type="button" className={styles['link']} onClick={() => setAddress({ query: '' })}>
          {t('Clear the filter')}
        </button>
      </p>
    </div>
  )
}
