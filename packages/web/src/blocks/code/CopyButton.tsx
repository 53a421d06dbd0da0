import { useState } from 'react'
import { CheckIcon, CopyIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'

export function CopyButton({ text, className }: { text: string; className?: string | undefined }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  if (!globalThis.navigator?.clipboard) return null
  return (
    <button
      type="button"
      className={className}
      aria-label={copied ? t('Copied') : t('Copy code')}
      data-tip=""
      onClick={() => void copy()}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </button>
  )
}
