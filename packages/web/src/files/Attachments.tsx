import { CloseIcon, FileIcon } from '#app/icons.tsx'
import styles from './Attachments.module.css'
import { sizeOf } from './size.ts'
import { describeUpload, removeUpload, tryAgain, type Upload } from './uploads.ts'

type Props = {
  label: string
  draft: string
  uploads: readonly Upload[]
  /** Whether pictures can be described. */
  described?: boolean
  onRemoved: () => void
}

/** The files that go with a message or a form, and how far they are. */
export function Attachments({ label, draft, uploads, described = false, onRemoved }: Props) {
  return (
    <ul className={styles['list']} aria-label={label}>
      {uploads.map((upload) => (
        <li key={upload.id} className={styles['file']} data-state={upload.state}>
          {upload.picture ? (
            <img className={styles['picture']} src={upload.picture} alt="" />
          ) : (
            <span className={styles['sign']}>
              <FileIcon size={20} />
            </span>
          )}
          <span className={styles['about']}>
            <span className={styles['name']}>{upload.name}</span>
            {described && upload.picture && upload.state === 'ready' ? (
              <input
                className={styles['alt']}
                value={upload.alt ?? ''}
                maxLength={1000}
                aria-label={`What is to be seen in ${upload.name}`}
                placeholder="Describe the image"
                autoComplete="off"
                onChange={(event) => describeUpload(draft, upload.id, event.target.value)}
              />
            ) : (
              <State upload={upload} onAgain={() => tryAgain(draft, upload.id)} />
            )}
          </span>
          <button
            type="button"
            className={styles['remove']}
            aria-label={`Remove ${upload.name}`}
            onClick={() => {
              removeUpload(draft, upload.id)
              onRemoved()
            }}
          >
            <CloseIcon size={12} />
          </button>
          {upload.state === 'sending' && (
            <progress className={styles['bar']} aria-label={`Uploading ${upload.name}`} {...progressOf(upload)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function State({ upload: { state, size, sent, problem, name }, onAgain }: { upload: Upload; onAgain: () => void }) {
  if (state === 'failed')
    return (
      <span className={styles['problem']} role="alert">
        <span>{problem}</span>{' '}
        <button type="button" aria-label={`Try ${name} again`} onClick={onAgain}>
          Retry
        </button>
      </span>
    )
  return (
    <span className={styles['size']}>
      {state === 'sending' && sent > 0 ? `${sizeOf(sent)} of ${sizeOf(size)}` : sizeOf(size)}
    </span>
  )
}

function progressOf({ sent, size }: Upload) {
  return { max: size, value: Math.min(sent, size) }
}
