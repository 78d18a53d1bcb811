/** What a failed check means and what to do about it, by the code that the check gives. */
const ADVICE: Readonly<Record<string, { readonly means: string; readonly next: string }>> = {
  ACCOUNT_SUSPENDED: {
    means: 'The account is suspended: it still answers, but runs no query.',
    next: 'Its owner must settle the payment or end the trial. Until then, run on a local database.',
  },
  WAREHOUSE_MISSING: {
    means: 'There is no warehouse to run on, or the role may not use it.',
    next: 'Name a warehouse in the connection, or ask for USAGE on it.',
  },
  LOGIN_FAILED: {
    means: 'Snowflake did not accept who we say we are.',
    next: 'Check account, user and secret. A token or key may have expired.',
  },
  NETWORK: {
    means: 'Nobody answered at the account’s address.',
    next: 'Check the network, a proxy or VPN, and the account’s name.',
  },
  SERVICE_UNAVAILABLE: { means: 'The service answered that it cannot work now.', next: 'Try again in some minutes.' },
  SESSION_LOST: { means: 'The session ended while it was used.', next: 'Check again.' },
  CONNECTION_INVALID: {
    means: 'The connection cannot be used as it is written.',
    next: 'Edit it: the message says what is wrong.',
  },
  QUOTA_EXCEEDED: {
    means: 'A resource monitor has stopped the warehouse.',
    next: 'Its credit quota must be raised, or another warehouse be named.',
  },
  SHARE_MISSING: { means: 'A shared database is no longer there.', next: 'Mount the share again from the marketplace.' },
  DATABASE_MISSING: { means: 'The database is not there, or the role may not see it.', next: 'Check database and role.' },
  ROLE_MISSING: { means: 'The role is not there, or not granted to this user.', next: 'Check the role.' },
  NOT_AUTHORISED: { means: 'The role lacks a right that queries need.', next: 'Ask for it, or name another role.' },
};

/** What a failed check means in plain words; null where only the message itself says it. */
export const adviceFor = (code: string | null): { readonly means: string; readonly next: string } | null =>
  code === null ? null : (ADVICE[code] ?? null);
