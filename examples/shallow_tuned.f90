! SPDX-License-Identifier: GPL-3.0-or-later
! shallow_tuned.f90: the same as shallow.f90 with less than
! half the memory traffic, as doc/guide.md tells.
!
! Usage: shallow_tuned [POINTS-X [POINTS-Y [STEPS]]]
!
! One sweep over the grid makes a whole step.  Fluxes, vorticity and height
! are needed for two rows only, so three rows of each are kept, which stay in
! the cache; the old state is smoothed when the new one is made; and the new
! state becomes the current one by exchanging arrays, not by copying.

module swe_tuned
  implicit none
  integer, parameter :: dp = kind (1d0)
  real (dp), parameter :: pi = 3.14159265358979323846_dp

  ! Distances in metres, the time step in seconds, the smoothing factor.
  real (dp), parameter :: dx = 1e5_dp, dy = 1e5_dp
  real (dp), parameter :: dt = 90.0_dp, alpha = 0.001_dp

contains

  ! One step of STEP seconds: UNEW, VNEW, PNEW from U, V, P and UOLD, VOLD,
  ! POLD, which are smoothed.
  subroutine advance (m, n, step, u, v, p, uold, vold, pold, unew, vnew, pnew)
    integer, intent (in) :: m, n
    real (dp), intent (in) :: step
    real (dp), dimension (m + 1, n + 1), intent (in) :: u, v, p
    real (dp), dimension (m + 1, n + 1), intent (inout) :: uold, vold, pold
    real (dp), dimension (m + 1, n + 1), intent (inout) :: unew, vnew, pnew
    real (dp), dimension (m + 1, 0:2) :: cu, cv, z, h
    real (dp) :: fsdx, fsdy, s8, sx, sy
    integer :: i, j, k, r, here, back, last

    fsdx = 4.0_dp / dx
    fsdy = 4.0_dp / dy
    s8 = step / 8.0_dp
    sx = step / dx
    sy = step / dy
    do k = 0, n + 1   ! hot: advance
       ! Row j of cu and h, row j + 1 of cv and z.  The plane is periodic: the
       ! row before the first is the last.
       j = k
       if (k == 0) j = n
       if (k == n + 1) j = 1
       here = mod (k, 3)
       do i = 1, m
          cu(i + 1, here) = 0.5_dp * (p(i + 1, j) + p(i, j)) * u(i + 1, j)
          cv(i, here) = 0.5_dp * (p(i, j + 1) + p(i, j)) * v(i, j + 1)
          z(i + 1, here) &
               = (fsdx * (v(i + 1, j + 1) - v(i, j + 1)) &
                  - fsdy * (u(i + 1, j + 1) - u(i + 1, j))) &
                 / (p(i, j) + p(i + 1, j) + p(i + 1, j + 1) + p(i, j + 1))
          h(i, here) = p(i, j) &
               + 0.25_dp * (u(i + 1, j) ** 2 + u(i, j) ** 2 &
                            + v(i, j + 1) ** 2 + v(i, j) ** 2)
       end do
       cu(1, here) = cu(m + 1, here)
       cv(m + 1, here) = cv(1, here)
       z(1, here) = z(m + 1, here)
       h(m + 1, here) = h(1, here)
       if (k < 2) cycle

       r = k - 1
       back = mod (k + 2, 3)
       last = mod (k + 1, 3)
       do i = 1, m
          unew(i + 1, r) = uold(i + 1, r) &
               + s8 * (z(i + 1, back) + z(i + 1, last)) &
                    * (cv(i + 1, back) + cv(i, back) &
                       + cv(i, last) + cv(i + 1, last)) &
               - sx * (h(i + 1, back) - h(i, back))
          vnew(i, r + 1) = vold(i, r + 1) &
               - s8 * (z(i + 1, back) + z(i, back)) &
                    * (cu(i + 1, here) + cu(i, here) &
                       + cu(i, back) + cu(i + 1, back)) &
               - sy * (h(i, here) - h(i, back))
          pnew(i, r) = pold(i, r) &
               - sx * (cu(i + 1, back) - cu(i, back)) &
               - sy * (cv(i, back) - cv(i, last))
          uold(i + 1, r) = u(i + 1, r) &
               + alpha * (unew(i + 1, r) - 2.0_dp * u(i + 1, r) &
                          + uold(i + 1, r))
          vold(i, r + 1) = v(i, r + 1) &
               + alpha * (vnew(i, r + 1) - 2.0_dp * v(i, r + 1) &
                          + vold(i, r + 1))
          pold(i, r) = p(i, r) &
               + alpha * (pnew(i, r) - 2.0_dp * p(i, r) + pold(i, r))
       end do
    end do
    call continue_state (m, n, unew, vnew, pnew)
    call continue_state (m, n, uold, vold, pold)
  end subroutine advance

  ! Periodic continuation: each staggered position has its own seam.
  subroutine continue_state (m, n, u, v, p)
    integer, intent (in) :: m, n
    real (dp), dimension (m + 1, n + 1), intent (inout) :: u, v, p
    integer :: j

    do j = 1, n
       u(1, j) = u(m + 1, j)
       v(m + 1, j + 1) = v(1, j + 1)
       p(m + 1, j) = p(1, j)
    end do
    u(:, n + 1) = u(:, 1)
    v(:, 1) = v(:, n + 1)
    p(:, n + 1) = p(:, 1)
  end subroutine continue_state

  ! Exchange A and B without copying.
  subroutine exchange (a, b)
    real (dp), allocatable, intent (inout) :: a(:, :), b(:, :)
    real (dp), allocatable :: c(:, :)

    call move_alloc (a, c)
    call move_alloc (b, a)
    call move_alloc (c, b)
  end subroutine exchange

  ! A smooth start: velocities from the stream function PSI.
  subroutine start (m, n, u, v, p, psi)
    integer, intent (in) :: m, n
    real (dp), dimension (m + 1, n + 1), intent (out) :: u, v, p, psi
    real (dp) :: a, di, dj, pcf
    integer :: i, j

    a = 1e6_dp
    di = 2.0_dp * pi / m
    dj = 2.0_dp * pi / n
    pcf = pi * pi * a * a / (n * dx) ** 2
    do j = 1, n + 1
       do i = 1, m + 1
          psi(i, j) = a * sin ((i - 0.5_dp) * di) * sin ((j - 0.5_dp) * dj)
          p(i, j) = 50000.0_dp + pcf * (cos (2.0_dp * (i - 1) * di) &
                                        + cos (2.0_dp * (j - 1) * dj))
       end do
    end do
    do j = 1, n
       do i = 1, m
          u(i + 1, j) = -(psi(i + 1, j + 1) - psi(i + 1, j)) / dy
          v(i, j + 1) = (psi(i + 1, j + 1) - psi(i, j + 1)) / dx
       end do
    end do
    u(1, :) = u(m + 1, :)
    v(m + 1, :) = v(1, :)
    u(:, n + 1) = u(:, 1)
    v(:, 1) = v(:, n + 1)
  end subroutine start

end module swe_tuned

program shallow_tuned
  use swe_tuned
  implicit none
  real (dp), dimension (:, :), allocatable :: u, v, p, uold, vold, pold
  real (dp), dimension (:, :), allocatable :: unew, vnew, pnew
  integer :: m, n, steps, k
  real (dp) :: mass

  m = argument (1, 1024)
  n = argument (2, m)
  steps = argument (3, 100)
  allocate (u(m + 1, n + 1), v(m + 1, n + 1), p(m + 1, n + 1), &
       uold(m + 1, n + 1), vold(m + 1, n + 1), pold(m + 1, n + 1), &
       unew(m + 1, n + 1), vnew(m + 1, n + 1), pnew(m + 1, n + 1))

  u = 0
  v = 0
  unew = 0
  vnew = 0
  call start (m, n, u, v, p, pnew)
  pnew = 0
  uold = u
  vold = v
  pold = p
  mass = sum (p(1:m, 1:n))

  ! The first step goes from the start itself, the others leap over one.
  do k = 1, steps
     call advance (m, n, merge (dt, 2 * dt, k == 1), u, v, p, &
                   uold, vold, pold, unew, vnew, pnew)
     call exchange (u, unew)
     call exchange (v, vnew)
     call exchange (p, pnew)
  end do

  print '(a, i0, a, i0, a, i0, a)', 'shallow_tuned: ', m, ' x ', n, &
       ' points, ', steps, ' steps'
  print '(a, es24.16)', 'sum of |u|  ', sum (abs (u(1:m, 1:n)))
  print '(a, es24.16)', 'sum of |v|  ', sum (abs (v(1:m, 1:n)))
  print '(a, es24.16)', 'sum of p    ', sum (p(1:m, 1:n))
  if (abs (sum (p(1:m, 1:n)) - mass) > 1e-9_dp * mass) then
     print '(a)', 'mass is not conserved'
     stop 1
  end if
  print '(a)', 'mass is conserved'

contains

  ! Command line argument NUMBER as a positive integer, or DEFAULT.
  integer function argument (number, default)
    integer, intent (in) :: number, default
    character (len = 32) :: text
    integer :: status

    argument = default
    call get_command_argument (number, text)
    if (text == '') return
    read (text, *, iostat = status) argument
    if (status /= 0 .or. argument < 1) then
       print '(2a)', 'shallow_tuned: not a positive number: ', trim (text)
       stop 2
    end if
  end function argument
end program shallow_tuned
