/** An Electron that can be started. `fallback` is the older one that serves development only. */
export interface ElectronRuntime {
  executable: string;
  version: string;
  fallback: boolean;
}

export function ensureElectron(options?: { official?: boolean }): Promise<ElectronRuntime>;

export function launchOptions(
  runtime: Pick<ElectronRuntime, 'executable'>,
  more?: string[],
): { executablePath: string; args: string[]; env: Record<string, string> };
