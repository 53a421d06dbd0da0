import { CloseIcon } from '#ui/icons.tsx'
import { FileIcon } from '#ui/lateIcons.tsx'
import icon from '#ui/IconButton.module.css'
import { t } from '#words/t.ts'
import styles from './UploadList.module.css'
import { formatFileSize } from './formatFileSize.ts'
import { describeUpload, removeUpload, retryUpload, type Upload } from './uploads.ts'

type Props = {
  label: string
  draft: string
  uploads: readonly Upload[]
  /** Whether the person can write descriptions for images. */
  describable?: boolean
  onRemoved: () => void
}

/** The files added to a message or form, with the progress of each upload. */
export function UploadList({ label, draft, uploads, describable = false, onRemoved }: Props) {
  return (
    <ul className={styles['list']} aria-label={label}>
      {uploads.map((upload) => (
        <li key={upload.id} className={styles['file']} data-state={upload.state}>
          {upload.picture ? (
            <img className={styles['picture']} src={upload.picture} alt="" />
          ) : (
            <span className={styles['icon']}>
              <FileIcon size={20} />
            </span>
          )}
          <span className={styles['about']}>
            <span className={styles['name']}>{upload.name}</span>
            {describable && upload.picture && upload.state === 'ready' ? (
              <input
                className={styles['alt']}
                value={upload.alt ?? ''}
                maxLength={1000}
                aria-label={t('Description of {name}', { name: upload.name })}
                placeholder={t('Describe the image')}
                autoComplete="off"
                onChange={(event) => describeUpload(draft, upload.id, event.target.value)}
              />
            ) : (
              <UploadStatus upload={upload} onRetry={() => retryUpload(draft, upload.id)} />
            )}
          </span>
          <button
            type="button"
            className={icon['small']}
            aria-label={t('Remove {name}', { name: upload.name })}
            data-tip=""
            onClick={() => {
              removeUpload(draft, upload.id)
              onRemoved()
            }}
          >
            <CloseIcon size={12} />
          </button>
          {upload.state === 'sending' && (
            <progress
              className={styles['bar']}
              aria-label={t('Uploading {name}', { name: upload.name })}
              {...progressOf(upload)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

type StatusProps = { upload: Upload; onRetry: () => void }

function UploadStatus({ upload: { state, size, sent, problem, name }, onRetry }: StatusProps) {
  if (state === 'failed')
    return (
      <span className={styles['problem']} role="alert">
        <span>{problem}</span>{' '}
        <button type="button" aria-label={t('Retry {name}', { name })} onClick={onRetry}>
          {t('Retry')}
        </button>
      </span>
    )
  return (
    <span className={styles['size']}>
      {state === 'sending' && sent > 0
        ? t('{sent} of {size}', { sent: formatFileSize(sent), size: formatFileSize(size) })
        : formatFileSize(size)}
    </span>
  )
}

function progressOf({ sent, size }: Upload) {
  return { max: size, value: Math.min(sent, size) }
}
