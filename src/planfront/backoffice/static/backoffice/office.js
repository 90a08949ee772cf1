// What the expressions in unfold's templates call and read. Alpine's build for strict content security policies has an
// interpreter of its own for them, which knows no global names: everything is handed to it here.
document.addEventListener("alpine:init", () => {
  for (const part of [theme, searchForm, searchDropdown, searchCommand]) Alpine.data(part.name, part);

  Alpine.data("office", (firstTab) => ({
    activeTab: "",
    sidebarMobileOpen: false,
    sidebarDesktopOpen: localStorage.getItem("sidebarDesktopOpen") !== "0",
    // A form that is sent from a tab comes back to it.
    window: { location: { pathname: location.pathname, search: location.search } },
    // The interpreter refuses what is a global itself.
    sortRecords: (event) => sortRecords(event),
    moveRecords: (event) => moveRecords(event),

    init() {
      this.activeTab = (firstTab && getCurrentTab()) || firstTab;
      this.$watch("sidebarDesktopOpen", (open) => localStorage.setItem("sidebarDesktopOpen", open ? "1" : "0"));
    },
    openMenu() {
      if (this.sidebarMobileOpen) return this.closeMenu();
      this.sidebarMobileOpen = true;
      this.$nextTick(() => document.querySelector("#nav-sidebar .nav-shut").focus());
    },
    closeMenu() {
      if (!this.sidebarMobileOpen) return;
      this.sidebarMobileOpen = false;
      document.querySelector("[data-menu]").focus();
    },
    openFilters() {
      this.filterOpen = true;
      this.$nextTick(() => document.getElementById("changelist-filter-shut").focus());
    },
    closeFilters() {
      this.filterOpen = false;
      document.getElementById("changelist-filter-open").focus();
    },
  }));
});
// Where one is stands in sight, however long the menu.
document.addEventListener("DOMContentLoaded", () => {
  document.querySelector("#nav-sidebar-apps [aria-current]")?.scrollIntoView({ block: "nearest" });
});

// What a form refused is read first.
document.addEventListener("DOMContentLoaded", () => document.querySelector("[data-summary]")?.focus());
