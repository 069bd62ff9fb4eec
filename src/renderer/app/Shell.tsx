/** The frame of the window: rail, screen, status bar. */
export const Shell = () => <main id="main">Loading</main>;
