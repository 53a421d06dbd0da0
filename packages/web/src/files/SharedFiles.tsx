import type { ViewerFile } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { FileIcon } from '#ui/lateIcons.tsx'
import type { OutgoingFile } from '#store/pending/outbox.ts'
import { t } from '#words/t.ts'
import { formatFileSize } from './formatFileSize.ts'
import styles from './SharedFiles.module.css'

/** The files of a message: images are shown, other files are cards to download. */
export function SharedFiles({ files }: { files: readonly ViewerFile[] }) {
  return (
    <ul className={styles['files']} aria-label={t('Files')}>
      {files.map((file, i) => (
        <li key={file?.id ?? i}>
          {file ? <SharedFile file={file} /> : <p className={styles['deleted']}>{t('This file was deleted.')}</p>}
        </li>
      ))}
    </ul>
  )
}

function SharedFile({ file }: { file: NonNullable<ViewerFile> }) {
  // The server gives no bytes to a person who previews a channel without being a member.
  const [unavailable, setUnavailable] = useState(false)
  const [small, setSmall] = useState(false)
  if (file.image && !unavailable)
    return (
      <a
        className={styles['image']}
        data-small={small || undefined}
        href={file.look}
        target="_blank"
        rel="noreferrer"
        title={file.title}
      >
        <img
          src={file.look}
          alt={file.alt || file.title}
          loading="lazy"
          onLoad={({ currentTarget: image }) => setSmall(image.naturalHeight < image.clientHeight)}
          onError={() => setUnavailable(true)}
        />
      </a>
    )
  return (
    <a className={styles['card']} href={file.save} download={file.name}>
      <Card {...file} />
    </a>
  )
}

/** The files of a message that is being sent. */
export function OutgoingFiles({ files }: { files: readonly OutgoingFile[] }) {
  return (
    <ul className={styles['files']} aria-label={t('Files')}>
      {files.map(({ file, name, size }) => (
        <li key={file}>
          <span className={styles['card']}>
            <Card title={name} name={name} size={size} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Card({ title, name, size }: { title: string; name: string; size: number }) {
  return (
    <>
      <FileIcon size={20} />
      <span className={styles['title']}>{title}</span>
      <span className={styles['about']}>
        {formatExtension(name)}
        {formatFileSize(size)}
      </span>
    </>
  )
}

function formatExtension(name: string): string {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]
  return extension ? `${extension.toUpperCase()} · ` : ''
}
