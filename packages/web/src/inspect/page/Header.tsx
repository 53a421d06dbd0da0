import { useJournal } from '#inspect/journal/useJournal.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { createIcon, TrashIcon } from '#ui/icons.tsx'
import { Logo } from '#ui/Logo.tsx'
import { plural, t } from '#words/t.ts'
import { ExportMenu } from './ExportMenu.tsx'
import styles from './Header.module.css'

const PauseIcon = createIcon(<path d="M5.5 3.5v9m5-9v9" strokeWidth="2" />)
const PlayIcon = createIcon(<path d="M5 3.25 12.5 8 5 12.75V3.25Z" />)
const HelpIcon = createIcon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M6.4 6.4A1.65 1.65 0 1 1 8 8.3v.7m0 2v.01" />
  </>,
)

type Props = { shown: number; onHelp: () => void }

export function Header({ shown, onHelp }: Props) {
  const journal = useJournal()
  const { isPaused, items } = journal
  return (
    <header className={styles['header']}>
      <a className={styles['brand']} href="/" aria-label={t('Open the client')} data-tip="">
        <Logo size={22} />
      </a>
      <h1 className={styles['title']}>{t('Inspector')}</h1>
      <ConnectionState />
      <p className={styles['count']} data-testid="count">
        {plural(items.length, '{count} entry', '{count} entries')}
        {shown < items.length && ` · ${t('{count} shown', { count: shown.toLocaleString() })}`}
      </p>
      <div className={styles['tools']}>
        <IconButton label={isPaused ? t('Go on') : t('Pause')} onClick={() => journal.setPaused(!isPaused)}>
          {isPaused ? <PlayIcon /> : <PauseIcon />}
        </IconButton>
        <IconButton label={t('Clear this page')} onClick={() => journal.clear()}>
          <TrashIcon />
        </IconButton>
        <ExportMenu />
        <IconButton label={t('Keys')} onClick={onHelp}>
          <HelpIcon />
        </IconButton>
      </div>
    </header>
  )
}

/** Whether what is shown is what happens now. */
function ConnectionState() {
  const { connection, isPaused, held } = useJournal()
  if (connection === 'lost')
    return (
      <p className={styles['state']} data-state="lost" role="status">
        {t('The server cannot be reached. Trying again…')}
      </p>
    )
  if (isPaused)
    return (
      <p className={styles['state']} data-state="paused" role="status">
        {held === 0 ? t('Paused') : t('Paused, {count} waiting', { count: held.toLocaleString() })}
      </p>
    )
  return (
    <p className={styles['state']} data-state={connection} role="status">
      {connection === 'live' ? t('Live') : t('Connecting…')}
    </p>
  )
}
