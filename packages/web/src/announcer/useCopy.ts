import { useEffect, useRef, useState } from 'react'
import { CheckIcon, CloseIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { announce } from './announce.ts'

const shownMs = { copied: 1500, failed: 6000 }

/**
 * Copies text, and says for a moment how that went. `label` and `icon` take the place of those of the button. `onEnd`: gets
 * what went wrong, for a place where it is read without a tooltip.
 */
export function useCopy(onEnd?: (problem: string | undefined) => void) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const label = outcome && (outcome === 'copied' ? t('Copied') : t('The browser did not let it be copied.'))

  async function copy(text: string) {
    const next = await write(text)
    const problem = next === 'failed' ? t('The browser did not let it be copied.') : undefined
    announce(problem ?? t('Copied'))
    onEnd?.(problem)
    setOutcome(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOutcome(undefined), shownMs[next])
  }

  const icon = outcome && (outcome === 'copied' ? CheckIcon : CloseIcon)
  return { icon, label, copy: (text: string) => void copy(text) }
}

/** A browser may refuse it by a setting, a policy of the page around it, or because another window has the focus. */
async function write(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}
