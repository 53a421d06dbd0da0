import { argumentHints } from './argumentHints.ts'
import { contentHints } from './contentHints.ts'
import type { HintDeclaration } from './hintDeclaration.ts'
import { setUpHints } from './setUpHints.ts'
import { streamHints } from './streamHints.ts'
import { warningHints } from './warningHints.ts'

/** The hints that are found in calls. */
export const foundHints = { ...argumentHints, ...contentHints, ...streamHints, ...setUpHints }

/** Every hint by its code: these, and the warnings that are part of the wire. */
export const hintTable: Readonly<Record<HintCode, HintDeclaration>> = { ...foundHints, ...warningHints }

export type HintCode = keyof typeof foundHints | keyof typeof warningHints
