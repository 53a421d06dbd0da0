/** A limit for any minute, and `burst` for any second. */
export type PerMinute = number | { limit: number; burst: number }

export interface TeamPolicies {
  posting?: 'everyone' | 'admins' | undefined
  suspended?: boolean | undefined
  require_two_factor?: boolean | undefined
  networks?: Record<string, string[]> | undefined
  message_limit?: PerMinute | undefined
  app_message_limit?: PerMinute | undefined
  rate_limits?: Record<string, PerMinute> | undefined
  connect?: { canvas?: boolean | undefined; file_link?: boolean | undefined; lists?: boolean | undefined } | undefined
}
