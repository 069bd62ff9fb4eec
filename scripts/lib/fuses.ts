import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** What every release must have; the names are electron-builder's, for `electronFuses` in electron-builder.yml. */
export const RELEASE_FUSES = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
} as const;

const INDEX: Readonly<Record<keyof typeof RELEASE_FUSES, FuseV1Options>> = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
};

/** Reads the fuses back from an executable; gives the names of those that are not as a release must have them. */
export async function wrongFuses(executable: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(executable);
  return Object.entries(RELEASE_FUSES)
    .filter(
      ([name, on]) => wire[INDEX[name as keyof typeof INDEX]] !== (on ? FuseState.ENABLE : FuseState.DISABLE),
    )
    .map(([name]) => name);
}
