import { safeStorage } from 'electron';
import type { Encryption } from './connections.ts';

/**
 * The operating system's keychain. Where Linux has none, Electron offers a cipher whose key everybody knows: that is no
 * protection, and counts as none.
 */
export const systemKeychain: Encryption = {
  available: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend?.() !== 'basic_text'),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(Buffer.from(bytes)),
};
