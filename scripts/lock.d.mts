/** Runs `work` while this process alone holds the lock `folder`; waits for whoever holds it. */
export function withLock<T>(folder: string, work: () => Promise<T> | T): Promise<T>;
