import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * What the file `<name>.attack.ts`, in this folder or below it, exports as `attack`. It starts a real server, attacks it,
 * prints one line with the figure, and throws if the goal was missed.
 */
export type Attack = (print: (line: string) => void) => Promise<void>

/** The names of all attacks, in the order in which they run. */
export function attackNames(): string[] {
  return [...attackFiles().keys()].toSorted()
}

/** Runs the named attacks, or all, one after the other. Returns whether the server bore every one of them. */
export async function runAttacks(names: readonly string[], print: (line: string) => void): Promise<boolean> {
  const files = attackFiles()
  let borne = true
  for (const name of names.length > 0 ? names : attackNames()) {
    const file = files.get(name)
    if (!file) throw new Error(`There is no attack ${name}. Attacks: ${attackNames().join(', ')}`)
    try {
      const { attack }: { attack: Attack } = await import(file)
      await attack((line) => print(`attack ${name}: ${line}`))
    } catch (error) {
      print(`attack ${name}: FAILED: ${error instanceof Error ? error.message : String(error)}`)
      borne = false
    }
  }
  return borne
}

function attackFiles(): Map<string, string> {
  const files = globSync('**/*.attack.ts', { cwd: import.meta.dirname })
  return new Map(files.map((file) => [basename(file, '.attack.ts'), join(import.meta.dirname, file)]))
}
