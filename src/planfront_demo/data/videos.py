"""The how-to videos of the demo: each is ``demo/films/<key>.mp4`` with captions (.vtt) and a poster (.jpg)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class VideoSeed:
    key: str
    title: str
    transcript: str


VIDEOS = (
    VideoSeed(
        "member",
        "How to enroll",
        """How to enroll. Five steps, about ten minutes. The video has no sound; every slide shows a page of the store.

Step 1. Answer four questions. Zip code, gender, who needs covered, and date of birth. The form is on the home page.

Step 2. Compare plans and prices. Every price is for you, to the cent. Tick Compare to see plans side by side.

Step 3. Open a plan. "Why this price?" shows how it is worked out. Add to Cart when it fits.

Step 4. Check your cart. Choose the day your coverage starts, then Proceed to Enrollment.

Step 5. Answer, sign, done. Save & Continue Later keeps your answers. Your receipt comes by mail.""",
    ),
    VideoSeed(
        "employer",
        "How your employees enroll",
        """How your employees enroll. Four steps for your team, none for you. The video has no sound; every slide shows a
page of the store.

Step 1. Share your page. Your company has an address of its own, with its name and logo. Start Enrollment begins there.

Step 2. Or share your code. Employee Enrollment is at the bottom of every page. Your Group Enrollment Code opens your
plans.

Step 3. Four answers give prices. Employees answer once. Prices follow your company's plans.

Step 4. They choose and enroll. Each employee compares, fills a cart and signs. Questions? Your rep's phone is on every
page.""",
    ),
)
