import { useState } from 'react'
import { CheckIcon, CopyIcon } from '#ui/icons.tsx'

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
      aria-label={copied ? 'Copied' : 'Copy code'}
      onClick={() => void copy()}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </button>
  )
}
