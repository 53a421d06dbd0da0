import { useCopy } from '#announcer/useCopy.ts'
import { CopyIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'

export function CopyButton({ text, className }: { text: string; className?: string | undefined }) {
  const { icon: Icon = CopyIcon, label, copy } = useCopy()
  if (!globalThis.navigator?.clipboard) return null
  return (
    <button
      type="button"
      className={className}
      aria-label={label ?? t('Copy code')}
      data-tip=""
      onClick={() => copy(text)}
    >
      <Icon />
    </button>
  )
}
