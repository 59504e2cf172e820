// The place of what is new while it is not there: as high as it mostly is, so that nothing below
// moves when it comes.
import { Skeleton } from '../../ui/progress.tsx';

/** Pixels, with the axes of the plot. */
export const PLOT_HEIGHT = 300;

export const NewsRoom = () => (
  <div className="grid gap-14">
    <div className="home-plot-room">
      <PlotLabel />
      <Skeleton className="h-full" />
    </div>
    <section aria-labelledby="whats-new" aria-busy="true" className="home-news-room">
      <NewsHeading />
    </section>
  </div>
);

export const PlotLabel = () => (
  <p id="plot-of-day" className="caps">
    Plot of the day
  </p>
);

export const NewsHeading = () => (
  <h2 id="whats-new" className="title-2">
    What is new
  </h2>
);
