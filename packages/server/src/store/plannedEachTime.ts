import { sql } from 'kysely'

export const eachTime = '/* planned each time */'

/**
 * [NOD-21] Ends a statement that PostgreSQL shall plan each time. One plan for all would be made for an average team, of which
 * there are many, and take several times as long for a large one that it reads much of. And some statements are seldom the
 * same.
 */
export const plannedEachTime = sql.raw(eachTime)
