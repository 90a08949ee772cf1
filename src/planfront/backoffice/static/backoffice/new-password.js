// The link's secret stands behind the #, which browsers send to no server: only the form's own post takes it along.
document.addEventListener("DOMContentLoaded", () => {
  const secret = location.hash.slice(1);
  if (secret) document.querySelector("input[name=secret]").value = secret;
});
