import { type NativeImage, nativeImage } from 'electron';
import small from '../../../resources/icons/32x32.png?inline';
import large from '../../../resources/icons/128x128.png?inline';

/** Inlined by the build, so that no place of the packaged app has to be known. */
export const windowIcon = (): NativeImage => nativeImage.createFromDataURL(large);

/** The icon for the tray; macOS wants it at 18 points. */
export function trayIcon(): NativeImage {
  const icon = nativeImage.createFromDataURL(small);
  return process.platform === 'darwin' ? icon.resize({ width: 18, height: 18 }) : icon;
}
