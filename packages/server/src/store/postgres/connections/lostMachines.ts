/** How soon a connection that alone was cut is noticed: ten seconds later. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** [NOD-14] PostgreSQL ends the connections of a machine that does not answer, so that its locks do not outlast the fault. */
const cutOffMs = 3000
/** Not every system has these settings. */
export const cutOffSettings = `set tcp_user_timeout = ${cutOffMs}; set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1`
