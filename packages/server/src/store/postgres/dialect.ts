import {
  type DatabaseConnection,
  type DatabaseIntrospector,
  type DatabaseMetadataOptions,
  Kysely,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type TableMetadata,
} from 'kysely'
import { toParameter } from '#store/tables/rows'
import type { Tables } from '#store/tables/tables'
import type { WatchedPool } from './connections/watchedPool.ts'

type AnyDatabase = Parameters<PostgresDialect['createIntrospector']>[0]

/**
 * Kysely's dialect, which stores JavaScript arrays as JSON, and whose migrator asks for the tables of its own schema.
 * Kysely's own migrator reads every column of every schema of the database, several times.
 */
export class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector(db: AnyDatabase): DatabaseIntrospector {
    return new OwnSchemaIntrospector(db)
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new JsonParameters()
  }
}

/** Makes parameters of JSON of arrays and objects. The driver would turn arrays into those of PostgreSQL. */
class JsonParameters extends PostgresQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(toParameter(parameter))
  }
}

class OwnSchemaIntrospector extends PostgresIntrospector {
  readonly #db: AnyDatabase

  constructor(db: AnyDatabase) {
    super(db)
    this.#db = db
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    // Only the migrator asks for its own tables.
    if (!options?.withInternalKyselyTables) return super.getTables(options)
    const { rows } = await sql<{ name: string; schema: string }>`
      select tablename as name, schemaname as schema from pg_tables where schemaname = current_schema()`.execute(
      this.#db,
    )
    return rows.map((row) => ({ ...row, isView: false, isForeign: false, columns: [] }))
  }
}

/** Makes queries like these, each of which runs over the connection that `connection` gives it. */
export function queriesOver(
  queries: Kysely<Tables>,
  pool: WatchedPool,
): (connection: () => DatabaseConnection) => Kysely<Tables> {
  const dialect = new PostgresDialect({ pool })
  const driver = dialect.createDriver()
  return (connection) => {
    const executor = queries
      .getExecutor()
      .withConnectionProvider({ provideConnection: (consumer) => consumer(connection()) })
    return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
  }
}
